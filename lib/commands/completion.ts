import type { Argv } from "yargs";
import { PaddockError } from "../errors.ts";
import type { Host } from "../host/host.ts";
import type { Command } from "./line/command.ts";

interface CompletionFlags {
  readonly shell: string | undefined;
}

// Each asks Paddock itself for the words: the hidden flag is yargs' own protocol.
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_paddock() {
  local IFS=$'\\n' word=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=($(compgen -W "$(paddock --get-yargs-completions "\${COMP_WORDS[@]:0:COMP_CWORD+1}" 2>/dev/null)" -- "$word"))
}
complete -o default -F _paddock paddock
`,
  zsh: `#compdef paddock
_paddock() {
  local -a words_found
  words_found=("\${(@f)$(paddock --get-yargs-completions "\${(@)words[1,CURRENT]}" 2>/dev/null)}")
  compadd -a words_found || _files
}
compdef _paddock paddock
`,
  fish: `function __paddock_words
    paddock --get-yargs-completions (commandline --tokenize --cut-at-cursor) (commandline --current-token --cut-at-cursor) 2>/dev/null
end
complete --command paddock --arguments '(__paddock_words)'
`,
};

function flags(yargs: Argv): Argv<CompletionFlags> {
  return yargs.positional("shell", {
    type: "string",
    describe: `One of ${Object.keys(SCRIPTS).join(", ")}`,
  });
}

async function run(host: Host, given: CompletionFlags): Promise<number> {
  const shell = given.shell ?? "bash";
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (script === undefined) {
    throw new PaddockError("usage", `There is no completion for ${JSON.stringify(shell)}.`, {
      fix: `Use one of: ${Object.keys(SCRIPTS).join(", ")}.`,
    });
  }
  host.terminal.answer(script);
  return 0;
}

/** `paddock completion`: a script for the shell. */
export const completionCommand: Command<CompletionFlags> = {
  usage: "completion [shell]",
  describe: "Print a completion script for bash, zsh or fish",
  flags,
  run,
};
