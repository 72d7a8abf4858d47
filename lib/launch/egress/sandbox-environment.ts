import type { LoopbackPort } from "../../policy/closed-network.ts";
import type { Policy, Setting } from "../../policy/policy.ts";

// No other name can be assigned to in a shell.
const IDENTIFIER = /^[A-Za-z_]\w*$/;

export interface SandboxEnvironmentOptions {
  /** The ports that the closed network opens. */
  readonly ports: readonly LoopbackPort[];
  /** Of the proxy of this session. */
  readonly credential: { readonly user: string; readonly password: string } | undefined;
}

/**
 * The variables that a launch adds inside the sandbox: the label's own proxy variables with the session's password in them,
 * and where a local model answers, if the label opens exactly one port and says nothing else of it.
 */
export function sandboxEnvironment(
  policy: Pick<Policy, "environment">,
  { ports, credential }: SandboxEnvironmentOptions,
): readonly Setting[] {
  const { set } = policy.environment;
  const proxy = ports.find(({ outside }) => outside === 0);
  const [model, ...others] = ports.filter(({ outside }) => outside !== 0);
  const models = model && others.length === 0 ? modelVariables(model.inside) : [];
  return [
    ...(proxy && credential ? withPassword(set, proxy.inside, credential) : []),
    ...models.filter(({ name }) => !set.some((own) => own.name === name)),
  ];
}

function withPassword(
  set: readonly Setting[],
  port: number,
  { user, password }: { readonly user: string; readonly password: string },
): readonly Setting[] {
  const address = new RegExp(`^http://(?=127\\.0\\.0\\.1:${port}/?$)`);
  return set.flatMap(({ name, value = "" }) =>
    address.test(value) && IDENTIFIER.test(name)
      ? [{ name, value: value.replace(address, `http://${user}:${password}@`) }]
      : [],
  );
}

function modelVariables(port: number): readonly Setting[] {
  const address = `http://127.0.0.1:${port}`;
  return [
    { name: "OPENAI_BASE_URL", value: `${address}/v1` },
    { name: "OLLAMA_HOST", value: address },
  ];
}
