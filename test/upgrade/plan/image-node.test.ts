import tap from "tap";
import { requireProfile } from "../../../lib/profile/lookup.ts";
import { imageNode } from "../../../lib/upgrade/plan/image-node.ts";
import { testWorld } from "../../host-for-tests.ts";
import { BASE } from "../../profiles-for-tests.ts";

const rows: readonly [name: string, base: string, node: string | undefined][] = [
  ["a tag with the major version alone", "FROM docker.io/library/node:24-trixie-slim\n", "24"],
  ["a whole version", "FROM node:22.12.1\n", "22.12.1"],
  ["an argument", "ARG IMAGE=registry.example/node:20.19\nFROM ${IMAGE}\n", "20.19"],
  ["a tag that tells no version", "FROM node:lts\n", undefined],
  ["another image", "FROM debian:13\n", undefined],
  ["an image whose name only ends so", "FROM xnode:24\n", undefined],
  ["nothing", "FROM scratch\n", undefined],
  ["a Containerfile that cannot be read", "FROM\n", undefined],
];
for (const [name, base, node] of rows) {
  tap.test(name, (t) => {
    const { host } = testWorld(t, {
      files: {
        "shipped/base/Containerfile": base,
        "shipped/default/Containerfile": `FROM ${BASE}\n`,
      },
    });
    t.equal(imageNode(host, requireProfile(host, "default")), node);
    t.end();
  });
}
