const NAMED =
  "ABRT ALRM BUS CHLD CLD CONT FPE HUP ILL INT IO IOT KILL PIPE POLL PROF PWR QUIT SEGV STKFLT STOP SYS TERM TRAP TSTP TTIN TTOU UNUSED URG USR1 USR2 VTALRM WINCH XCPU XFSZ RTMIN RTMAX";
const NAMES = new Set(NAMED.split(" "));
const RELATIVE = /^(?:RTMIN\+(?:[1-9]|1[0-5])|RTMAX-(?:[1-9]|1[0-4]))$/u;

/** Whether STOPSIGNAL takes it: a number other than 0, or the name of a Linux signal in any case, with or without SIG. */
export function isStopSignal(text: string): boolean {
  if (/^[+-]?\d+$/u.test(text)) return Number(text) !== 0;
  const name = text.toUpperCase().replace(/^SIG/u, "");
  return NAMES.has(name) || RELATIVE.test(name);
}
