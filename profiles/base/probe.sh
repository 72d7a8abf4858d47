#!/bin/sh
# Measures from inside what a sandbox can do, for `paddock prove`, and prints one fact a line between "paddock-probe 2" and
# "end". It asks for no privilege and changes nothing: what it makes bears the name that it is given and is removed.
#   paddock-probe NAME CANARY [mount PATH | tmpfs PATH | tcp ID ADDRESS PORT TOKEN | udp ID ADDRESS | proxy ID URL TUNNEL | fork MOST | memory MOST | cpu LOOPS]...
# ADDRESS may be `gateway` and `host`: the sandbox's default gateway, and the name that Podman gives this machine.
set -u
# PATH and settings of programs may lead into a home that an agent wrote, and messages are compared.
PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C HOME=/
export PATH LC_ALL HOME
unset BASH_ENV ENV
name=$1 canary=$2
shift 2
wait_s=4
# Process 1 ignores a signal that it does not handle.
trap 'exit 130' INT TERM HUP

# Why an attempt failed, by what the kernel said.
why() {
  case $1 in
    '') echo 'done' ;;
    *'Read-only file system'*) echo read-only ;;
    *'not found'*) echo no-tool ;;
    *'ermission denied'* | *'not permitted'* | *'must be superuser'*) echo denied ;;
    *) echo failed ;;
  esac
}

say() { printf '%s\n' "$*" | tr -cd '\n -~'; }

# Makes and removes something in a folder, or opens a file to append nothing: done, read-only, denied, failed.
try_write() {
  if [ -d "$1" ]; then
    error=$(mkdir "$1/$name" 2>&1) && rmdir "$1/$name"
  else
    error=$( (: >>"$1") 2>&1)
  fi
  why "$error"
}

try_execute() {
  file=$1/$name.sh
  if (printf '#!/bin/sh\nexit 7\n' >"$file") 2>/dev/null && chmod 700 "$file"; then
    "$file" 2>/dev/null
    if [ $? -eq 7 ]; then echo executed; else echo refused; fi
    rm -f "$file"
  else
    echo unwritable
  fi
}

identity() {
  user=$(id -un 2>/dev/null) || user=$(id -u)
  say "uid $(id -u)"
  say "gid $(id -g)"
  say "user $user"
  say "group $(id -gn 2>/dev/null || id -g)"
  say "own-groups $(id -G "$user" 2>/dev/null || id -g)"
  while read -r key rest; do
    case $key in
      Groups:) say "groups $rest" ;;
      CapInh: | CapPrm: | CapEff: | CapBnd: | CapAmb: | NoNewPrivs: | Seccomp:) say "$key $rest" ;;
    esac
  done <"/proc/$$/status"
}

machine() {
  say "release $(cat /proc/sys/kernel/osrelease)"
  say "boot-id $(cat /proc/sys/kernel/random/boot_id)"
  say "processors $(nproc 2>/dev/null || grep -c '^processor' /proc/cpuinfo)"
  while read -r key value unit; do
    [ "$key" = MemTotal: ] && say "memory-kib $value $unit"
  done </proc/meminfo
  for file in memory.max cpu.max pids.max; do
    say "$file $(cat "/sys/fs/cgroup/$file" 2>/dev/null || echo absent)"
  done
}

root() {
  for folder in / /etc /usr /var; do say "root-write $folder $(try_write "$folder")"; done
  error=$(mount -o remount,rw / 2>&1)
  say "root-remount $(why "$error")"
  say "root-write-again $(try_write /)"
  for folder in / /dev /tmp; do
    error=$(mknod "$folder/$name" c 1 3 2>&1) && rm -f "$folder/$name"
    say "mknod $folder $(why "$error")"
  done
}

seen() {
  for file in /dev/* /dev/*/* /dev/*/*/* /dev/*/*/*/*; do
    [ -L "$file" ] && continue
    if [ -c "$file" ] || [ -b "$file" ]; then say "device $file"; fi
  done
  # The kernel escapes blanks in these paths: mount point, options, type, the folder that is mounted there and its file system.
  while read -r _ _ device from point options rest; do
    kind=" $rest" kind=${kind##* - }
    say "mounted $point $options ${kind%% *} $from $device"
  done <"/proc/$$/mountinfo"
  tr '\n\0' ' \n' <"/proc/$$/environ" | while IFS='=' read -r variable value; do
    case $value in *"$canary"*) say "leaked $variable" ;; *) say "variable $variable" ;; esac
  done
}

# Without a route nothing leaves, whatever is attempted; the table's head says that there is one to read.
routes() {
  while read -r device _; do
    case $device in Iface) say routes ;; lo) ;; *) say "ipv4-route $device" ;; esac
  done 2>/dev/null </proc/net/route
  while read -r target prefix _ _ _ _ _ _ _ device; do
    case $device:$target/$prefix in lo:* | *:fe80* | *:ff*) ;; *) say "ipv6-route $device" ;; esac
  done 2>/dev/null </proc/net/ipv6_route
}

# The addresses behind the names that stand for the sandbox's own surroundings.
addresses() {
  case $1 in
    gateway)
      while read -r _ target gateway _; do
        [ "$target" = 00000000 ] || continue
        # Little-endian hexadecimal.
        printf '%d.%d.%d.%d\n' "0x${gateway#??????}" "0x$(echo "$gateway" | cut -c5-6)" \
          "0x$(echo "$gateway" | cut -c3-4)" "0x$(echo "$gateway" | cut -c1-2)"
      done </proc/net/route
      ;;
    host)
      while read -r address names; do
        case " $names " in *' host.containers.internal '*) echo "$address" ;; esac
      done </etc/hosts
      ;;
    resolver)
      while read -r key address _; do [ "$key" = nameserver ] && echo "$address"; done </etc/resolv.conf
      ;;
    *) echo "$1" ;;
  esac 2>/dev/null
}

# Connections are bash's own; a plain shell has none.
has_tools() {
  for tool in bash timeout head tail od; do
    command -v "$tool" >/dev/null || { echo no-tool; return 1; }
  done
}

# Why a connection could not be made, by what bash says of it; what is not known is no evidence of a wall.
unreached() {
  case $1 in
    '') echo silent ;;
    *refused*) echo refused ;;
    # A bash that was built without connections takes the place for a file.
    *'No such file'*) echo no-tool ;;
    *nreachable* | *'No route'* | *'nvalid argument'* | *'not permitted'* | *'ermission denied'* | *'not supported'*) echo unreachable ;;
    *'annot assign'* | *'timed out'* | *'is down'* | *'reset by peer'*) echo unreachable ;;
    *) echo failed ;;
  esac
}

# A connection counts when it shows the token, or without a token when it stays open or says anything.
tcp() {
  has_tools || return 0
  # shellcheck disable=SC2016 # expanded inside
  if ! error=$(timeout "$wait_s" bash -c ': <>"/dev/tcp/$0/$1"' "$1" "$2" 2>&1 </dev/null); then
    unreached "$error"
    return 0
  fi
  # A busy machine takes its time to greet; without a greeting to wait for, a second of silence is a service.
  if [ -n "$3" ]; then patience=3; else patience=1; fi
  # shellcheck disable=SC2016 # expanded inside
  timeout "$((wait_s * 2))" bash -c '
    exec 2>&1 3<>"/dev/tcp/$1/$2" || exit
    answer=$(timeout "$4" head -c 64 <&3)
    status=$?
    if [ -n "$3" ]; then
      case $answer in *"$3"*) echo open ;; *) echo other ;; esac
    # Each timeout has a status of its own for what it had to end.
    elif [ -n "$answer" ] || [ $status -ne 0 ]; then echo open
    else echo closed; fi' probe "$1" "$2" "$3" "$patience" </dev/null | tail -n 1
}

# Asks for the name servers of the root: a question that names nobody.
udp() {
  has_tools || return 0
  # shellcheck disable=SC2016 # expanded inside
  if ! error=$(timeout "$wait_s" bash -c ': <>"/dev/udp/$0/53"' "$1" 2>&1 </dev/null); then
    unreached "$error"
    return 0
  fi
  # shellcheck disable=SC2016 # expanded inside
  timeout "$((wait_s + 1))" bash -c '
    exec 2>/dev/null 3<>"/dev/udp/$1/53" || { echo failed; exit; }
    printf "\20\1\1\0\0\1\0\0\0\0\0\0\0\0\2\0\1" >&3 || { echo unreachable; exit; }
    if [ -n "$(timeout "$2" head -c 2 <&3 | od -An -tx1)" ]; then echo open; else echo silent; fi' \
    probe "$1" "$wait_s" </dev/null | tail -n 1
}

# Asks for a URL as the proxy variables say, perhaps in the tunnel to another host: the statuses of the tunnel and of the answer.
proxied() {
  command -v curl >/dev/null || { echo no-tool; return 0; }
  # Where plain HTTP is answered with a redirect, what counts is where it leads to.
  case $1 in http:*) follow=yes ;; *) follow='' ;; esac
  # Its own settings first of all: they could answer in its place.
  curl --disable --silent --insecure --max-time "$((wait_s * 2))" --output /dev/null --write-out '%{http_connect} %{http_code}\n' \
    ${2:+--connect-to "::$2"} ${follow:+--location --max-redirs 1} "$1" || :
}

# Whether the kernel says a cap of this kind here, and none above what may be tried: nothing is tried where it would not stop.
capped() {
  read -r cap _ 2>/dev/null <"/sys/fs/cgroup/$1" || return 1
  case $cap in '' | *[!0-9]*) return 1 ;; esac
  [ "$cap" -le "$2" ]
}

# Starts processes until the kernel refuses one or there are more than the cap allows; all of them end with the subshell.
fork_up_to() {
  started=$(
    children=''
    trap 'kill $children 2>/dev/null' EXIT
    count=0
    while [ "$count" -lt "$1" ]; do
      sleep 10 >/dev/null 2>&1 &
      children="$children $!" count=$((count + 1))
      echo "$count"
    done 2>/dev/null
  ) 2>/dev/null
  say "forked $(printf '%s\n' "${started:-0}" | tail -n 1) of $1"
}

# Holds that many bytes in one process, which the kernel ends where there is a cap below.
hold_memory() {
  if head -c "$1" /dev/zero 2>/dev/null | tail -c "$1" 2>/dev/null | cat >/dev/null; then :; fi
  say "memory-events $(tr '\n' ' ' </sys/fs/cgroup/memory.events)"
}

# Keeps some processes busy for half a second; what they were given is counted by the kernel, in millionths of a second.
burn() {
  used() { sed -n 's/^usage_usec //p' /sys/fs/cgroup/cpu.stat 2>/dev/null; }
  now() { read -r uptime _ </proc/uptime && echo "${uptime%.*}${uptime#*.}0000"; }
  before=$(used) began=$(now) loops=0
  while [ "$loops" -lt "$1" ]; do
    timeout 0.5 sh -c 'while :; do :; done' &
    loops=$((loops + 1))
  done
  wait
  after=$(used)
  say "burned $((${after:-0} - ${before:-0})) $(($(now) - began))"
}

say 'paddock-probe 2'
identity
machine
root
seen
routes
at=0
while [ $# -gt 0 ]; do
  case $1 in
    mount)
      say "mount $at $(try_write "$2")"
      at=$((at + 1))
      shift 2
      ;;
    tmpfs)
      say "tmpfs $at $(try_write "$2") $(try_execute "$2") $(df -kP "$2" 2>/dev/null | awk 'END { print $2 }')"
      at=$((at + 1))
      shift 2
      ;;
    tcp)
      found=$(addresses "$3")
      [ -n "$found" ] || say "reach $2 - $4 absent"
      for address in $found; do
        (say "reach $2 $address $4 $(tcp "$address" "$4" "$5")") &
      done
      shift 5
      ;;
    udp)
      found=$(addresses "$3")
      [ -n "$found" ] || say "reach $2 - 53 absent"
      for address in $found; do
        (say "reach $2 $address 53 $(udp "$address")") &
      done
      shift 3
      ;;
    proxy)
      (say "egress $2 $(proxied "$3" "$4")") &
      shift 4
      ;;
    fork) wait; capped pids.max "$2" && fork_up_to "$2"; shift 2 ;;
    memory) wait; capped memory.max "$2" && hold_memory "$2"; shift 2 ;;
    cpu) wait; [ "$(cat /sys/fs/cgroup/cpu.max 2>/dev/null)" ] && burn "$2"; shift 2 ;;
    *) say "unknown $1"; break ;;
  esac
done
wait
say end
