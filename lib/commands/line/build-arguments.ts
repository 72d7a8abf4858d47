import { PaddockError } from "../../errors.ts";

/** Reads `--build-arg NAME=VALUE` words. */
export function readBuildArguments(words: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    words.map((word) => {
      const match = /^(?<name>[A-Za-z_]\w*)=(?<value>.*)$/s.exec(word);
      const { name, value } = match?.groups ?? {};
      if (name === undefined || value === undefined) {
        // Not the word itself: its value may be a secret.
        throw new PaddockError("usage", "A --build-arg is not of the form NAME=VALUE.", {
          fix: "Write for example --build-arg GOOGLE_CLOUD_CLI=false",
        });
      }
      return [name, value];
    }),
  );
}
