import { BASE_PROFILE, DEFAULT_PROFILE, imageTag, LATEST_PROFILE } from "./names.ts";

// sethostname(2) takes no more.
const HOSTNAME_LENGTH = 63;

/** The Containerfile of a new profile: the base, a place for what is wanted on top of it, and the run label of the shipped `default`. */
export function containerfileTemplate(name: string): string {
  const hostname = `paddock-${name}`.slice(0, HOSTNAME_LENGTH);
  // It backs `default`, whose home it goes on using.
  const home = name === LATEST_PROFILE ? DEFAULT_PROFILE : name;
  return `# The profile ${name}: what it needs on top of the base, and the run label, which is the whole launch.
FROM ${imageTag(BASE_PROFILE)}

# What is installed for all, such as packages of Debian:
# USER root
# RUN apt-get update \\
#  && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends make \\
#  && rm -rf /var/lib/apt/lists/*

# What a launch grants, line by line; a word that is taken out or changed is a launch that grants something else.
#   session    gone when it ends, a terminal without a detach key, never an image from elsewhere
#   machine    a microVM of its own with this much memory and this many processors
#   network    outgoing, through pasta; the host's loopback and its proxy variables stay outside
#   privilege  no capability, no way to gain one, a read-only root; /tmp is the only tmpfs, since krun gets a second one wrong
#   limits     processes (under krun: of the machine's monitor)
#   user       \`ai\`, who is the one who launches as far as files are concerned
#   mounts     a home that all sessions of this profile share, and the current directory
# The quotes in quotes keep a directory's name one word in plain \`podman container runlabel\`.
# paddock: allow krun-tmpfs-size -- it holds under other runtimes; in a krun machine the memory caps /tmp
# paddock: allow shared-home -- what an agent is logged in to outlives a session
# paddock: allow workspace-files -- to change the project is what a session is for
LABEL run="podman run --rm -it --detach-keys= --pull=never --hostname ${hostname} \\
  --runtime krun --annotation krun.ram_mib=8192 --annotation krun.cpus=4 --annotation krun.use_passt=1 \\
  --network pasta --http-proxy=false \\
  --cap-drop ALL --security-opt no-new-privileges --read-only --read-only-tmpfs=false \\
  --tmpfs /tmp:rw,noexec,nosuid,nodev,size=2048m \\
  --pids-limit 1024 \\
  --userns keep-id:uid=1000,gid=1000 --user ai \\
  --volume \\"'\\$HOME/.local/share/paddock/homes/${home}:/home/ai:z'\\" \\
  --volume \\"'\\$PWD:/home/ai/sandbox:z'\\" --workdir /home/ai/sandbox \\
  ${imageTag(name)}"

USER ai
`;
}
