const SECRET_NAME =
  /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|(?:API|ACCESS|PRIVATE|SECRET|ENCRYPTION)_?KEY(?:_ID)?)$/i;

// Beginnings that the services give their own tokens.
const SECRET_VALUE =
  /^(?:sk-[\w-]{16,}|gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{16,}|xox[abprs]-[\w-]{10,}|AKIA[A-Z\d]{12,}|AIza[\w-]{30,}|npm_\w{30,}|-----BEGIN [A-Z ]*PRIVATE KEY-----)/;

/** Whether a variable is called as secrets are. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** Whether a value is a secret, by its variable's name or its own form; a variable or an empty text is none. */
export function holdsSecret(name: string, value: string): boolean {
  if (value === "" || value.startsWith("$") || value.startsWith("/")) return false;
  return SECRET_VALUE.test(value) || (isSecretName(name) && !/^(?:true|false|\d)$/i.test(value));
}

/** Whether a variable names a proxy. */
export function isProxyName(name: string): boolean {
  return /^(?:https?|ftp|all)_proxy$/i.test(name);
}

/** Whether an address holds a user, perhaps with a password. */
export function hasUserInfo(address: string): boolean {
  return /^(?:[a-z][\w+.-]*:\/\/)?[^/@\s]+@/i.test(address);
}
