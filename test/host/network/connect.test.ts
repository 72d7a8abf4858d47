import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:tls";
import { promisify } from "node:util";
import t from "tap";
import { listen, makeCertificate } from "../../egress/proxy/internet-for-tests.ts";

const certificate = makeCertificate(t);
const MODULE = new URL("../../../lib/host/network/connect.ts", import.meta.url).href;

/** Connects in a process that knows the test's authority; says `connected` or the error's code. */
async function connectAs(authority: string, port: number, name: string): Promise<string> {
  const program = `
    const { connectSecurely } = await import(${JSON.stringify(MODULE)});
    const place = { addresses: ["127.0.0.1"], port: ${port}, timeoutMs: 5000 };
    const said = await connectSecurely(place, ${JSON.stringify(name)}).then(
      (socket) => (socket.destroy(), "connected"), (error) => error.code);
    console.log(said);`;
  const ended = await promisify(execFile)(
    process.execPath,
    [...process.execArgv, "--input-type=module", "--eval", program],
    { env: { ...process.env, NODE_EXTRA_CA_CERTS: authority, NODE_OPTIONS: "" } },
  );
  return ended.stdout + ended.stderr;
}

// The certificate is for allowed.example, 192.0.3.7 and others.
const ROWS: ReadonlyArray<readonly [name: string, sent: readonly string[], said: string]> = [
  ["allowed.example", ["allowed.example"], "connected\n"],
  ["192.0.3.7", [], "connected\n"],
  ["evil.example", ["evil.example"], "ERR_TLS_CERT_ALTNAME_INVALID\n"],
  ["192.0.3.8", [], "ERR_TLS_CERT_ALTNAME_INVALID\n"],
];
for (const [name, sent, said] of ROWS) {
  t.test(`a proxy that is spoken to with TLS as ${name}`, async (t) => {
    const asked: string[] = [];
    const server = createServer({
      ...certificate,
      SNICallback: (servername, done) => {
        asked.push(servername);
        done(null);
      },
    });
    const port = await listen(t, server);
    const authority = `${t.testdir()}/authority.pem`;
    writeFileSync(authority, certificate.cert);
    t.equal(await connectAs(authority, port, name), said);
    t.strictSame(asked, sent, "an address is no server name");
  });
}
