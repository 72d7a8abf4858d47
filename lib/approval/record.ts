import type { Files } from "../host/files/files.ts";
import { isJsonObject, isTextMap, readJsonObject } from "../json-object.ts";
import { recordName } from "./record-name.ts";

/** What was approved for a profile in a workspace: one canonical policy, and when. */
export interface Approval {
  /** As `canonicalPolicy` writes it. */
  readonly policy: string;
  /** sha256 of it, in hex. */
  readonly digest: string;
  /** ISO 8601. */
  readonly at: string;
  /** `asked`: a person said yes; `narrower`: it grants nothing that another approval of the record does not. */
  readonly by: "asked" | "narrower";
  /** The version of Paddock that wrote it: another one may read a policy otherwise. */
  readonly version: string;
}

export interface ApprovalRecord {
  readonly profile: string;
  /** Real path. */
  readonly workspace: string;
  /** The latest last. */
  readonly approvals: readonly Approval[];
}

export interface RecordHost {
  readonly settings: {
    readonly stateDirectory: string;
    readonly version: string;
  };
  readonly files: Files;
  readonly now: () => Date;
}

/** Approvals of one profile and workspace that are kept: enough for going to and fro between a few launches. */
const KEPT = 8;

export type Place = Pick<ApprovalRecord, "profile" | "workspace">;

/** The approvals of a profile in a workspace; undefined where there are none, and for a record that is not as Paddock wrote it. */
export function readRecord(host: RecordHost, place: Place): ApprovalRecord | undefined {
  const record = readFile(host, pathOf(host, place));
  const isOwn = record?.profile === place.profile && record.workspace === place.workspace;
  return isOwn ? record : undefined;
}

/** Adds an approval to those of its profile and workspace. */
export function addApproval(host: RecordHost, place: Place, approval: Approval): void {
  const others = readRecord(host, place)?.approvals ?? [];
  const approvals = [...others.filter(({ digest }) => digest !== approval.digest), approval];
  host.files.makePrivateDirectory(folderOf(host));
  const record: ApprovalRecord = { ...place, approvals: approvals.slice(-KEPT) };
  host.files.writeWhole(pathOf(host, place), `${JSON.stringify(record)}\n`);
}

/** Every record that can be read, by profile and workspace. */
export function allRecords(host: RecordHost): readonly ApprovalRecord[] {
  const records = recordFiles(host).flatMap((path) => readFile(host, path) ?? []);
  return records.toSorted((a, b) =>
    `${a.profile}\n${a.workspace}` < `${b.profile}\n${b.workspace}` ? -1 : 1,
  );
}

/** Removes the records of a profile, or all of them, those that cannot be read included; returns how many there were. */
export function forgetRecords(host: RecordHost, profile: string | undefined): number {
  const paths = recordFiles(host).filter(
    (path) => profile === undefined || readFile(host, path)?.profile === profile,
  );
  for (const path of paths) host.files.remove(path);
  return paths.length;
}

function folderOf({ settings }: RecordHost): string {
  return `${settings.stateDirectory}/approvals`;
}

function pathOf(host: RecordHost, { profile, workspace }: Place): string {
  return `${folderOf(host)}/${recordName(`${profile}\n${workspace}`)}.json`;
}

function recordFiles(host: RecordHost): readonly string[] {
  const names = host.files.list(folderOf(host)) ?? [];
  return names.filter((name) => name.endsWith(".json")).map((name) => `${folderOf(host)}/${name}`);
}

function readFile(host: RecordHost, path: string): ApprovalRecord | undefined {
  const facts = host.files.linkFacts(path);
  // What others may write is no approval of this person's.
  const isOwn = facts?.kind === "file" && (facts.mode & 0o022) === 0;
  const record = isOwn ? readJsonObject(host.files.readText(path)) : undefined;
  return isRecord(record) ? record : undefined;
}

function isRecord(value: unknown): value is ApprovalRecord {
  return (
    isJsonObject(value) &&
    typeof value["profile"] === "string" &&
    typeof value["workspace"] === "string" &&
    Array.isArray(value["approvals"]) &&
    value["approvals"].every(isApproval)
  );
}

function isApproval(value: unknown): value is Approval {
  return (
    isTextMap(value) &&
    ["policy", "digest", "at", "version"].every((name) => value[name] !== undefined) &&
    (value["by"] === "asked" || value["by"] === "narrower")
  );
}
