// Watches a folder where the kernel allows no watch (in a user namespace whose limits a test has set) and says what it met.
import { watchFiles } from "../../../lib/host/files/watch-files.ts";

const watch = await watchFiles({
  folders: [process.argv[2] ?? ""],
  wants: () => true,
  polling: false,
  onStir: () => {},
  onTrouble: (trouble) => {
    process.stdout.write(JSON.stringify(trouble));
    process.exit(0);
  },
});
process.stdout.write("watched");
await watch.close();
