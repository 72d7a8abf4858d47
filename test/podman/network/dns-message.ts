const HEADER = 12;
const TYPES: Readonly<Record<number, "A" | "AAAA">> = { 1: "A", 28: "AAAA" };

export interface Question {
  readonly name: string;
  /** Undefined for every type but the two of addresses. */
  readonly type: "A" | "AAAA" | undefined;
}

/** Reads the one question of a DNS query; `undefined` for what is none, since anything may be sent to a port. */
export function readQuestion(query: Buffer): Question | undefined {
  const labels: string[] = [];
  let at = HEADER;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  if (at + 3 > query.length) return undefined;
  return { name: labels.join(".").toLowerCase(), type: TYPES[query.readUInt16BE(at + 1)] };
}

/** Answers a DNS query with addresses of the type that it asks for; `undefined`: there is no such name. */
export function writeAnswer(query: Buffer, addresses: readonly string[] | undefined): Buffer {
  const type = readQuestion(query)?.type;
  const end = query.indexOf(0, HEADER) + 5;
  const header = Buffer.from(query.subarray(0, HEADER));
  header.writeUInt16BE(addresses === undefined ? 0x81_83 : 0x81_80, 2);
  const fitting = (addresses ?? []).filter(
    (address) => (type === "AAAA") === address.includes(":"),
  );
  const records = type === undefined ? [] : fitting.map(record);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, query.subarray(HEADER, end), ...records]);
}

// A pointer to the question's name, the type, the class IN, no time to live, then the address.
function record(address: string): Buffer {
  const data = address.includes(":")
    ? ipv6Bytes(address)
    : Buffer.from(address.split(".").map(Number));
  const head = Buffer.from([
    0xc0,
    HEADER,
    0,
    data.length === 4 ? 1 : 28,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    data.length,
  ]);
  return Buffer.concat([head, data]);
}

function groups(text: string): readonly number[] {
  return text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
}

function ipv6Bytes(address: string): Buffer {
  const [left = "", right = ""] = address.split("::");
  const [head, tail] = [groups(left), groups(right)];
  const all = [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]));
}
