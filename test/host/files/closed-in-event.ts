import { writeFileSync } from "node:fs";
import { watchFiles } from "../../../lib/host/files/watch-files.ts";

// What a child of a test does: it closes its watch in the very event that tells of a change, the nth one of a new file.
const [folder = "", nth = ""] = process.argv.slice(2);
let [stirs, end] = [0, (): void => {}];
const watch = await watchFiles({
  folders: [folder],
  wants: () => true,
  polling: false,
  onStir: () => {
    stirs += 1;
    if (stirs === Number(nth)) end();
  },
  onTrouble: () => process.exit(3),
});
end = () => void watch.close();
writeFileSync(`${folder}/new`, "x");
setTimeout(end, 1000);
