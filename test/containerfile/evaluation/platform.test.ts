import t from "tap";
import { platformVariables } from "../../../lib/containerfile/evaluation/platform.ts";

t.test("the parts of a platform", (test) => {
  const values = [...platformVariables("linux/arm64/v8")].map(([name, { value, doubts }]) => [
    name,
    value,
    doubts.length,
  ]);
  test.strictSame(values, [
    ["TARGETPLATFORM", "linux/arm64/v8", 0],
    ["TARGETOS", "linux", 0],
    ["TARGETARCH", "arm64", 0],
    ["TARGETVARIANT", "v8", 0],
    ["BUILDPLATFORM", "linux/arm64/v8", 0],
    ["BUILDOS", "linux", 0],
    ["BUILDARCH", "arm64", 0],
    ["BUILDVARIANT", "v8", 0],
  ]);
  test.equal(platformVariables("linux/amd64").get("TARGETVARIANT")?.value, "");
  test.end();
});

t.test("an unknown platform is doubted", (test) => {
  test.match(platformVariables(undefined).get("TARGETARCH"), {
    value: "",
    doubts: [{ message: /^TARGETARCH depends/ }],
  });
  test.end();
});
