import { main } from "../lib/cli.ts";
import { systemHost } from "../lib/host/system-host.ts";

process.exitCode = await main(process.argv.slice(2), systemHost());
