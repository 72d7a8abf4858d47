import tap from "tap";
import { isKnownFresh, rememberFresh } from "../../../lib/image/freshness/fresh-memory.ts";
import { testWorld } from "../../host-for-tests.ts";

const TAG = "localhost/paddock:latest";
const memory = { sources: "as they were", stamp: "ab" };

tap.test("knows what it was told, for that image, its stamp and its sources alone", (t) => {
  const { host } = testWorld(t);
  t.equal(isKnownFresh(host, TAG, memory), false);
  rememberFresh(host, TAG, memory);
  t.equal(isKnownFresh(host, TAG, memory), true);
  t.equal(isKnownFresh(host, TAG, { ...memory, sources: "changed" }), false);
  t.equal(isKnownFresh(host, TAG, { ...memory, stamp: "cd" }), false);
  t.equal(isKnownFresh(host, "localhost/paddock:other", memory), false);
  t.end();
});

tap.test("a memory that cannot be read is none", (t) => {
  const { host } = testWorld(t);
  rememberFresh(host, TAG, memory);
  const [file = ""] = host.files.list(`${host.settings.cacheDirectory}/fresh`) ?? [];
  host.files.writeWhole(`${host.settings.cacheDirectory}/fresh/${file}`, "{");
  t.equal(isKnownFresh(host, TAG, memory), false);
  t.end();
});
