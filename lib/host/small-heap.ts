import { setFlagsFromString } from "node:v8";

/**
 * Keeps V8 from reserving more memory with time: a process that stands beside a sandbox for hours and makes nothing but
 * short-lived objects would hold 50 MB for them. Measured: it costs no time there.
 * A V8 that does not know a flag says so and goes on; those of Node 20 to 24 know both.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--optimize-for-size");
}
