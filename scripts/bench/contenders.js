// What is measured, each as an argv that ends by itself with status 0.

/** The rows of the table; what needs a container of its own makes it first. */
export function contenders({ node20, node24, paddock, podman, tools, run }) {
  const program = (node) => [node, paddock];
  must(run([...program(node20), "build", ...flags()]));
  const launch = ["run", "--runtime", "crun", "--", "true"];
  const argv = JSON.parse(
    run([...program(node20), "run", "--runtime", "crun", "--dry-run", "--json", "--", "true"])
      .stdout,
  ).argv;
  const rows = [
    { name: "node -e 0 (Node 20)", argv: [node20, "-e", "0"] },
    { name: "node -e 0 (Node 24)", argv: [node24, "-e", "0"] },
    { name: "podman run", argv: [podman, ...argv.slice(1)] },
    { name: "podman image inspect", argv: [podman, "image", "inspect", argv.at(-2)] },
    { name: "podman container runlabel", argv: [podman, ...runlabel(run, podman)] },
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
  return [...rows, ...neighbours({ tools, run, image: argv.at(-2), node24 })];
}

function flags() {
  return (process.env.PADDOCK_BENCH_BUILD ?? "").split("\n").filter(Boolean);
}

function must(answer) {
  if (answer.status !== 0) throw new Error(answer.stderr);
}

// The same launch as a run label of an image of its own: the shipped one needs krun.
function runlabel(run, podman) {
  const image = "localhost/paddock-bench:latest";
  const label = `podman run --rm --pull=never --network pasta --cap-drop ALL --read-only --userns keep-id ${image} true`;
  must(
    run([
      podman,
      "build",
      "--quiet",
      "--tag",
      image,
      "--label",
      `run=${label}`,
      "--file",
      "/dev/null",
      ".",
    ]),
  );
  return ["container", "runlabel", "run", image];
}

function neighbours({ tools, run, image, node24 }) {
  const distrobox = `${tools}/distrobox/usr/bin`;
  const toolbox = `${tools}/podman-toolbox/usr/bin/toolbox`;
  const devcontainer = [node24, `${tools}/devcontainer/node_modules/.bin/devcontainer`];
  run([`${distrobox}/distrobox-create`, "--yes", "--name", "bench-distrobox", "--image", image]);
  run([toolbox, "--assumeyes", "create", "--image", image, "bench-toolbox"]);
  const folder = ["--workspace-folder", ".", "--docker-path", "podman"];
  run([...devcontainer, "up", ...folder]);
  return [
    {
      name: "distrobox enter",
      argv: [`${distrobox}/distrobox-enter`, "--no-tty", "bench-distrobox", "--", "true"],
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
