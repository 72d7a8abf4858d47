// Each unit test answers for the module of the same path: test/label/shell-words.test.ts for lib/label/shell-words.ts.
export default (test) =>
  test.startsWith("test/") ? test.replace(/^test\//, "lib/").replace(/\.test\.ts$/, ".ts") : null;
