import t from "tap";
import { findHeredocs } from "../../../lib/containerfile/grammar/heredoc.ts";

const FOUND: readonly (readonly [string, string, string[]])[] = [
  ["one", "RUN cat <<EOF", ["EOF"]],
  ["tabs before its end", "RUN cat <<-EOF", ["-EOF"]],
  ["quoted", `RUN cat <<"EOF" <<'B'`, ["EOF", "B"]],
  ["with a descriptor", "RUN 3<<EOF", ["EOF"]],
  ["COPY and ADD", "copy <<a.txt /x", ["a.txt"]],
  ["within ONBUILD", "ONBUILD RUN <<E", ["E"]],
  ["after a flag", "RUN --network=none <<E", ["E"]],
  ["B13 in quotes", 'RUN echo "<<EOF"', []],
  ["B13 in arithmetic", "RUN echo $((1<<2))", []],
  ["at a word's end", "RUN cat<<EOF", []],
  ["in a JSON list", 'RUN ["a", "<<EOF"]', []],
  ["in LABEL", "LABEL a=<<EOF", []],
  ["escaped", "RUN echo \\<<EOF", []],
];
for (const [name, line, ends] of FOUND) {
  t.test(name, (test) => {
    const search = findHeredocs(line);
    test.strictSame(
      search.kind === "found"
        ? search.ends.map((end) => (end.tabbed ? "-" : "") + end.name)
        : search,
      ends,
    );
    test.end();
  });
}

const UNCLEAR: readonly (readonly [string, string])[] = [
  ["a variable as its name", "RUN cat <<$E"],
  ["a blank before its name", "RUN cat << E"],
  ["three signs", "RUN cat <<<E"],
  ["a ${ form on its line", "RUN cat <<E ${A:-b}"],
  ["an open quote on its line", "RUN cat <<E 'a"],
  ["a list that is not JSON", "RUN [a <<E]"],
  ["within ONBUILD", "ONBUILD RUN cat << E"],
];
for (const [name, line] of UNCLEAR) {
  t.test(`unclear: ${name}`, (test) => {
    test.equal(findHeredocs(line).kind, "unclear");
    test.end();
  });
}
