// By number, from 0 on: include/uapi/linux/capability.h.
const NAMES =
  "CHOWN DAC_OVERRIDE DAC_READ_SEARCH FOWNER FSETID KILL SETGID SETUID SETPCAP LINUX_IMMUTABLE NET_BIND_SERVICE " +
  "NET_BROADCAST NET_ADMIN NET_RAW IPC_LOCK IPC_OWNER SYS_MODULE SYS_RAWIO SYS_CHROOT SYS_PTRACE SYS_PACCT SYS_ADMIN " +
  "SYS_BOOT SYS_NICE SYS_RESOURCE SYS_TIME SYS_TTY_CONFIG MKNOD LEASE AUDIT_WRITE AUDIT_CONTROL SETFCAP MAC_OVERRIDE " +
  "MAC_ADMIN SYSLOG WAKE_ALARM BLOCK_SUSPEND AUDIT_READ PERFMON BPF CHECKPOINT_RESTORE";

/** The capabilities of a set as /proc writes it, in hexadecimal; one that is newer than this list by its number. */
export function capabilityNames(set: string): readonly string[] {
  const names = NAMES.split(" ");
  const bits = BigInt(`0x${set || "0"}`);
  return Array.from({ length: set.length * 4 }, (_, at) => at)
    .filter((at) => ((bits >> BigInt(at)) & 1n) === 1n)
    .map((at) => names[at] ?? `number ${at}`);
}
