import { main } from "../lib/cli.ts";
import { systemHost } from "../lib/host/system-host.ts";

// In a function: the bundle is CommonJS, which cannot wait at its top.
async function start(): Promise<void> {
  process.exitCode = await main(process.argv.slice(2), systemHost());
}

void start();
