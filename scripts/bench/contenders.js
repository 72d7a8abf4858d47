import { mkdirSync, writeFileSync } from "node:fs";

// What is measured, each as an argv that ends by itself with status 0.

/** The rows of the table; what needs a container of its own makes it first. */
export function contenders({ node20, node24, paddock, podman, tools, run, folder, workspace }) {
  const program = (node) => [node, paddock];
  must(run([...program(node20), "build", ...words("PADDOCK_BENCH_BUILD")]));
  const launch = [
    "run",
    "--yes",
    "--runtime",
    "crun",
    ...words("PADDOCK_BENCH_ACCEPT"),
    "--",
    "true",
  ];
  // Makes the folders that the label mounts from, and pays once for the first launch of an image.
  must(run([...program(node20), ...launch]));
  const argv = JSON.parse(
    run([...program(node20), "run", "--runtime", "crun", "--dry-run", "--json", "--", "true"])
      .stdout,
  ).argv;
  const rows = [
    { name: "node -e 0 (Node 20)", argv: [node20, "-e", "0"] },
    { name: "node -e 0 (Node 24)", argv: [node24, "-e", "0"] },
    { name: "podman run", argv: [podman, ...argv.slice(1)] },
    { name: "podman image inspect", argv: [podman, "image", "inspect", argv.at(-2)] },
    {
      name: "podman container runlabel",
      argv: [podman, ...runlabel({ run, podman, argv, folder })],
    },
  ];
  for (const [node, title] of [
    [node20, "Node 20"],
    [node24, "Node 24"],
  ]) {
    rows.push(
      {
        name: `paddock run --dry-run (${title})`,
        argv: [...program(node), "run", "--dry-run"],
        counted: true,
      },
      { name: `paddock build, fresh (${title})`, argv: [...program(node), "build"], counted: true },
      {
        name: `paddock run --runtime crun -- true (${title})`,
        argv: [...program(node), ...launch],
        counted: true,
      },
    );
  }
  return [...rows, ...neighbours({ podman, tools, run, image: argv.at(-2), node24, workspace })];
}

function words(name) {
  return (process.env[name] ?? "").split("\n").filter(Boolean);
}

function must(answer) {
  if (answer.status !== 0) throw new Error(answer.stderr);
}

// The same launch as the label of an image of its own, since the shipped label needs krun.
function runlabel({ run, podman, argv, folder }) {
  const image = "localhost/paddock-bench:latest";
  const label = argv.map((word) => (word === argv.at(-2) ? image : word)).join(" ");
  writeFileSync(`${folder}/Containerfile`, `FROM ${argv.at(-2)}\nLABEL run='${label}'\n`);
  must(run([podman, "build", "--quiet", "--pull=never", "--tag", image, folder]));
  return ["container", "runlabel", "run", image];
}

function neighbours({ podman, tools, run, image, node24, workspace }) {
  const distrobox = `${tools}/distrobox/usr/bin`;
  const toolbox = "toolbox";
  const devcontainer = [node24, `${tools}/devcontainer/node_modules/.bin/devcontainer`];
  // A name of its own: a container whose monitor was killed once can be neither started nor removed.
  const box = `bench-box-${process.pid}`;
  // It sets its container up as root, which the shipped images do not allow.
  const plain = "docker.io/library/node:24-trixie-slim";
  run([`${distrobox}/distrobox-create`, "--yes", "--name", box, "--image", plain]);
  run([`${distrobox}/distrobox-enter`, "--no-tty", box, "--", "true"]);
  run([toolbox, "--assumeyes", "create", "--image", image, "bench-toolbox"]);
  const folder = ["--workspace-folder", ".", "--docker-path", "podman"];
  mkdirSync(`${workspace}/.devcontainer`, { recursive: true });
  const config = { image, overrideCommand: true, remoteUser: "root", containerUser: "root" };
  writeFileSync(`${workspace}/.devcontainer/devcontainer.json`, JSON.stringify(config));
  run([...devcontainer, "up", ...folder]);
  process.on("exit", () => run([podman, "rm", "--force", "--time=0", box]));
  return [
    {
      name: "distrobox enter",
      argv: [`${distrobox}/distrobox-enter`, "--no-tty", box, "--", "true"],
      counted: true,
    },
    { name: "toolbox run", argv: [toolbox, "run", "--container", "bench-toolbox", "true"] },
    {
      name: "devcontainer exec",
      argv: [...devcontainer, "exec", ...folder, "true"],
      counted: true,
    },
  ];
}
