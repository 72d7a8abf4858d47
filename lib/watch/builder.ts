/** How a profile's image stands. */
export type Look =
  | { readonly state: "fresh" }
  /** `key` names all that goes into the build: the same key, the same build. */
  | { readonly state: "missing" | "stale"; readonly key: string };

/** Looks at images and builds them. */
export interface Builder {
  /** Throws PaddockError for a profile that cannot be read. */
  readonly look: (profile: string) => Promise<Look>;
  /** Builds what is missing or stale for a profile. */
  readonly build: (profile: string) => Promise<void>;
}
