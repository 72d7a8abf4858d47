/** Below the home directory: what opens other systems, and what holds the past of a person's work. */
export const CREDENTIAL_PATHS: readonly string[] = [
  ".ssh",
  ".gnupg",
  ".aws",
  ".azure",
  ".kube",
  ".docker",
  ".oci",
  ".netrc",
  ".npmrc",
  ".yarnrc.yml",
  ".pypirc",
  ".git-credentials",
  ".pgpass",
  ".my.cnf",
  ".vault-token",
  ".terraform.d",
  ".cargo/credentials",
  ".cargo/credentials.toml",
  ".gem/credentials",
  ".m2/settings.xml",
  ".gradle/gradle.properties",
  ".password-store",
  ".pki",
  ".mozilla",
  ".thunderbird",
  ".var/app",
  ".config/gh",
  ".config/glab-cli",
  ".config/git/credentials",
  ".config/gcloud",
  ".config/op",
  ".config/rclone",
  ".config/containers",
  ".config/google-chrome",
  ".config/chromium",
  ".config/BraveSoftware",
  ".config/microsoft-edge",
  ".config/1Password",
  ".config/Bitwarden",
  ".config/keepassxc",
  ".local/share/keyrings",
  ".local/share/kwalletd",
  ".local/share/containers",
  ".bash_history",
  ".zsh_history",
  ".local/share/fish/fish_history",
  ".python_history",
  ".psql_history",
];

/** Below the home directory: what the host itself runs or obeys later, so that writing there leaves the sandbox. */
export const STARTUP_PATHS: readonly string[] = [
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".bash_logout",
  ".profile",
  ".zshrc",
  ".zshenv",
  ".zprofile",
  ".zlogin",
  ".config/fish",
  ".config/autostart",
  ".config/systemd",
  ".config/environment.d",
  ".config/git",
  ".gitconfig",
  ".local/bin",
  ".local/share/applications",
  ".local/share/systemd",
  "bin",
  ".vimrc",
  ".config/nvim",
];

/** Where the host's daemons listen: writing to one of these sockets is as good as running a program there. */
export const SOCKET_PATHS: readonly string[] = [
  "/run/podman",
  "/var/run/podman",
  "/run/docker.sock",
  "/var/run/docker.sock",
  "/run/containerd",
  "/var/run/containerd",
  "/run/crio",
  "/var/run/crio",
  "/run/dbus",
  "/var/run/dbus",
  "/run/systemd",
  "/run/user",
  "/var/run/user",
  "/tmp/.X11-unix",
];

/** Names of sockets that give away an engine or an agent of keys, wherever they lie. */
export const SOCKET_NAME: RegExp =
  /^(?:podman|docker|containerd|crio|buildkitd)\.sock$|^S\.gpg-agent|^ssh-agent|^agent\.\d+$/;

/** The host's view of itself: other processes, devices, the kernel. Not even for reading. */
export const KERNEL_PATHS: readonly string[] = ["/proc", "/sys", "/dev", "/boot"];

/** Folders of the system: for reading only. */
export const SYSTEM_PATHS: readonly string[] = [
  "/etc",
  "/usr",
  "/var",
  "/run",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/root",
  "/nix",
  "/ostree",
  "/sysroot",
];

/** Folders in those that belong to users. */
export const USER_PATHS: readonly string[] = ["/var/tmp", "/var/home", "/run/media"];
