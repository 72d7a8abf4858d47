export { declaredArguments } from "./containerfile.ts";
export type {
  ArgumentDeclaration,
  ArgumentInstruction,
  Containerfile,
  FromInstruction,
  Instruction,
  OnbuildInstruction,
  OtherInstruction,
  Property,
  PropertyInstruction,
  QuotedSlice,
  Stage,
  WrittenLabel,
} from "./containerfile.ts";
export { evaluateImage, evaluateLabels } from "./evaluate-image.ts";
export type { EvaluatedImage, EvaluatedLabel, EvaluationOptions } from "./evaluate-image.ts";
export type { Doubt } from "./evaluation/expand-word.ts";
export { externalImages } from "./external-images.ts";
export type { ExternalImages } from "./external-images.ts";
export { parseContainerfile } from "./parse.ts";
export type { TextPosition, TextRange, TextSlice } from "./text-range.ts";
