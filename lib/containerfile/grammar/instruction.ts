import type { FromInstruction, Instruction } from "../containerfile.ts";
import { refusal } from "../refusal.ts";
import { splitCommand, type Command } from "./command.ts";
import { readArguments } from "./arguments.ts";
import type { LogicalLine } from "./logical-lines.ts";
import { readDeclarations, readProperties } from "./properties.ts";
import { plainWords } from "./words.ts";

/** Reads one logical line; `stage` is the stage it stands in. What buildah's parser or dispatcher refuses is refused. */
export function readInstruction(
  line: LogicalLine,
  escape: string,
  stage: number | undefined,
): Instruction {
  const { keyword, flags, rest } = splitCommand(line.text);
  const common = {
    keyword: keyword.text,
    range: line.range,
    keywordRange: line.slice(keyword.start, keyword.end).range,
    flags: flags.map((flag) => line.slice(flag.start, flag.end, flag.text)),
    rest: line.slice(rest.start, rest.end),
  };
  const flag = common.flags[0];
  if (flag !== undefined && ["LABEL", "ENV", "ARG"].includes(keyword.text)) {
    const fix = "Put the word in quotes if it is a key, else remove it.";
    throw refusal(`${keyword.text} with a flag, which the builder drops`, flag.range.start, fix);
  }
  switch (keyword.text) {
    case "LABEL":
      return { ...common, kind: "label", properties: readProperties(line, "LABEL", rest, escape) };
    case "ENV":
      return {
        ...common,
        kind: "environment",
        properties: readProperties(line, "ENV", rest, escape),
      };
    case "ARG":
      return {
        ...common,
        kind: "argument",
        declarations: readDeclarations(line, rest, escape, stage),
      };
    case "FROM":
      return { ...common, kind: "from", ...readFrom(line, { keyword, flags, rest }) };
    case "ONBUILD":
      return { ...common, kind: "onbuild", trigger: readTrigger(line, rest.start, escape, stage) };
    default: {
      const words = plainWords(line.text, rest).map((word) => line.slice(word.start, word.end));
      return { ...common, kind: "other", words, json: readArguments({ ...common, words }) };
    }
  }
}

function readFrom(
  line: LogicalLine,
  { flags, rest }: Command,
): Pick<FromInstruction, "image" | "name"> {
  const words = plainWords(line.text, rest).map((word) => line.slice(word.start, word.end));
  const [image, as, name, more] = words;
  const stray = flags.find(({ text }) => !/^--platform=./su.test(text));
  if (stray !== undefined) {
    const { range } = line.slice(stray.start, stray.end);
    throw refusal("a flag that FROM does not have", range.start, "FROM knows only --platform=.");
  }
  if (image !== undefined && as === undefined) return { image, name: undefined };
  if (
    image !== undefined &&
    as?.text.toLowerCase() === "as" &&
    name !== undefined &&
    more === undefined
  ) {
    return { image, name };
  }
  throw refusal(
    "a FROM that names no single image",
    line.range.start,
    "Write FROM image or FROM image AS name.",
  );
}

function readTrigger(
  line: LogicalLine,
  start: number,
  escape: string,
  stage: number | undefined,
): Instruction {
  const text = line.text.slice(start);
  if (text.trim() === "")
    throw refusal(
      "ONBUILD without an instruction",
      line.range.start,
      "Write the instruction after it.",
    );
  const trigger = readInstruction(
    {
      text,
      slice: (from, to, replaced) => line.slice(start + from, start + to, replaced),
      range: { ...line.range, ...pick(line, start) },
    },
    escape,
    stage,
  );
  if (["FROM", "ONBUILD", "MAINTAINER"].includes(trigger.keyword)) {
    throw refusal(`${trigger.keyword} as a trigger of ONBUILD`, trigger.range.start, "Remove it.");
  }
  return trigger;
}

function pick(
  line: LogicalLine,
  start: number,
): Pick<LogicalLine["range"], "start" | "startOffset"> {
  const { range } = line.slice(start, start + 1);
  return { start: range.start, startOffset: range.startOffset };
}
