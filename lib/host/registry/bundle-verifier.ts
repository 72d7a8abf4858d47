import { verify } from "sigstore";
import { errorCode } from "../files/error-code.ts";
import type { JsonObject } from "../../json-object.ts";

/** Whether a sigstore bundle holds, and who signed it as its certificate names them. */
export type BundleCheck =
  | {
      readonly kind: "verified";
      /** For a workflow: the address of its file and the ref. */
      readonly subject?: string;
      /** Who vouched for the signer. */
      readonly issuer?: string;
      /** The address of the repository that was built; for a shared workflow another than the subject's. */
      readonly sourceRepository?: string;
    }
  | { readonly kind: "refused"; readonly reason: string };

/** Checks a bundle; `publicKey` is PEM, for a bundle that is signed with a key of the registry instead of a certificate. */
export type BundleVerifier = (bundle: JsonObject, publicKey?: string) => Promise<BundleCheck>;

export interface BundleVerifierOptions {
  /** Where sigstore's roots of trust are kept between runs. */
  readonly cacheDirectory: string;
  /** Another source of the roots of trust, with the first root to trust; both are for tests and for private sigstores. */
  readonly trustRoot?: { readonly address: string; readonly rootFile: string };
}

/** Verifies with sigstore, whose roots of trust are fetched over TUF when the kept ones are out of date. */
export function createBundleVerifier(options: BundleVerifierOptions): BundleVerifier {
  return async (bundle, publicKey) => {
    if (!isBundle(bundle)) return { kind: "refused", reason: "it is no sigstore bundle" };
    try {
      const signer = await verify(bundle, {
        tufCachePath: options.cacheDirectory,
        tufForceCache: true,
        ...(options.trustRoot === undefined
          ? {}
          : {
              tufMirrorURL: options.trustRoot.address,
              tufRootPath: options.trustRoot.rootFile,
            }),
        ...(publicKey === undefined ? {} : { keySelector: () => publicKey }),
      });
      const subject = signer.identity?.subjectAlternativeName;
      const issuer = signer.identity?.extensions?.issuer;
      const sourceRepository = readSourceRepository(signer.identity?.oids ?? []);
      return {
        kind: "verified",
        ...(sourceRepository === undefined ? {} : { sourceRepository }),
        ...(subject === undefined ? {} : { subject }),
        ...(issuer === undefined ? {} : { issuer }),
      };
    } catch (error) {
      return { kind: "refused", reason: reasonOf(error) };
    }
  };
}

type Bundle = Parameters<typeof verify>[0];

/** No more than a first look: the library reads the whole shape itself, and throws where it is not one. */
function isBundle(value: JsonObject): value is JsonObject & Bundle {
  return typeof value["mediaType"] === "string";
}

type Identity = NonNullable<Awaited<ReturnType<typeof verify>>["identity"]>;

/** Fulcio's "Source Repository URI". */
const SOURCE_REPOSITORY = "1.3.6.1.4.1.57264.1.12";

function readSourceRepository(oids: NonNullable<Identity["oids"]>): string | undefined {
  const found = oids.find(({ oid }) => oid?.id.join(".") === SOURCE_REPOSITORY);
  // A DER UTF8String: its tag, its length in one or two bytes, its text.
  const [tag, length] = found?.value ?? [];
  if (found === undefined || tag !== 0x0c || length === undefined) return undefined;
  return found.value.subarray(length < 0x80 ? 2 : 3).toString("utf8");
}

function reasonOf(error: unknown): string {
  const code = errorCode(error);
  if (error instanceof Error && error.name === "TUFError") {
    return `sigstore's roots of trust cannot be had (${code ?? "no code"})`;
  }
  return code === undefined ? "the bundle cannot be read" : `sigstore refuses it (${code})`;
}
