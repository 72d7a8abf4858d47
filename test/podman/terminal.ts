import { execa } from "execa";
import { until } from "./started.ts";
import { paddockProcess } from "./world.ts";
import type { World } from "./world.ts";

const tmux = "tmux";

/** A real terminal with one program in it, by tmux. */
export interface Pane {
  /** The text on the screen, without the blanks at the ends of lines. */
  readonly screen: () => Promise<string>;
  /** Waits until the screen shows it; throws with the screen when it does not. */
  readonly shows: (pattern: RegExp) => Promise<string>;
  readonly type: (text: string) => Promise<void>;
  /** A key by tmux's name for it: Enter, C-c, C-d. */
  readonly press: (key: string) => Promise<void>;
  readonly resize: (columns: number, rows: number) => Promise<void>;
  /** Takes the terminal away, as closing its window does. */
  readonly close: () => Promise<void>;
}

export interface PaneOptions {
  readonly columns: number;
  readonly rows: number;
  /** As `CallOptions` has it. */
  readonly yes?: boolean;
}

let panes = 0;

/** Opens a terminal on a shell that starts Paddock and then says `ended STATUS` and waits. */
export async function openPane(
  world: World,
  args: readonly string[],
  options: PaneOptions,
): Promise<Pane> {
  panes += 1;
  const server = `paddock-${world.name}-${process.pid}-${panes}`;
  const { file, argv, cwd, env } = paddockProcess(world, args, { yes: options.yes ?? true });
  const control = (...words: readonly string[]): Promise<{ readonly stdout: string }> =>
    execa(tmux, ["-L", server, "-f", "/dev/null", ...words], { env, cwd });
  const start = ["sh", "-c", `"$@"; echo "ended $?"; exec cat`, "sh", file, ...argv];
  const size = ["-x", String(options.columns), "-y", String(options.rows)];
  await control("new-session", "-d", "-s", "pane", ...size, "--", ...start);
  const screen = async (): Promise<string> => (await control("capture-pane", "-p")).stdout;
  return {
    screen,
    shows: async (pattern) => {
      let text = "";
      await until(async () => pattern.test((text = await screen())));
      if (!pattern.test(text)) throw new Error(`the screen never showed ${pattern}:\n${text}`);
      return text;
    },
    type: async (text) => void (await control("send-keys", "-l", "--", text)),
    press: async (key) => void (await control("send-keys", key)),
    resize: async (columns, rows) =>
      void (await control("resize-window", "-x", String(columns), "-y", String(rows))),
    close: async () => void (await control("kill-server")),
  };
}
