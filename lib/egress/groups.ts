/** Words of the egress list that stand for several: each is data, shown by `paddock egress groups`. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  anthropic: ["api.anthropic.com", "*.anthropic.com"],
  openai: ["api.openai.com", "chatgpt.com", "auth.openai.com"],
  // Not all of googleapis.com: below it anyone can have storage of their own.
  google: [
    "generativelanguage.googleapis.com",
    "cloudcode-pa.googleapis.com",
    "oauth2.googleapis.com",
    "accounts.google.com",
  ],
  opencode: ["opencode.ai", "*.opencode.ai", "models.dev"],
  github: ["github.com", "*.github.com", "*.githubusercontent.com"],
  npm: ["*.npmjs.org", "*.npmjs.com"],
  pypi: ["pypi.org", "files.pythonhosted.org", "*.pythonhosted.org", "astral.sh"],
  go: ["proxy.golang.org", "sum.golang.org"],
  "crates.io": ["crates.io", "*.crates.io", "static.crates.io"],
  homebrew: ["formulae.brew.sh", "*.brew.sh", "ghcr.io", "pkg-containers.githubusercontent.com"],
  debian: ["*.debian.org", "*.debian.org:80"],
  opensuse: ["*.opensuse.org"],
};
