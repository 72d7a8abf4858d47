// A Paddock that has a builder run: shows its lines, and its status at the end.
import { runProcess } from "../../../lib/host/process/run-process.ts";

const { status } = await runProcess(process.argv.slice(2), {
  onLine: (line) => void process.stdout.write(`${line}\n`),
});
process.stdout.write(`status ${String(status)}\n`);
