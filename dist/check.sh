#!/usr/bin/env bash
# Proves that the archive runs where there is nothing: check.sh ARCHIVE.tar.gz [ROOT]
#
# Without ROOT, in an empty folder that gets the C library, a shell and readlink and nothing else; with ROOT, in that
# system's root folder, made by debootstrap for example. As an unprivileged user, without a network. Needs root, who alone
# may change the root folder.
set -euo pipefail
archive=$(readlink -f "$1") root=${2:-}
user=12345

# Copies a program and the libraries it needs.
copy_program() {
    local file
    for file in "$1" $(ldd "$1" | grep -o '/[^ ]*'); do
        install -D "$(readlink -f "$file")" "$root/$file"
    done
}

make_empty_root() {
    root=$(mktemp -d)
    chmod 755 "$root"
    trap 'rm -rf "$root"' EXIT
    copy_program /bin/sh
    copy_program /usr/bin/readlink
    for library in libc.so.6 libm.so.6 libdl.so.2 libpthread.so.0 librt.so.1; do
        install -D "/lib/x86_64-linux-gnu/$library" "$root/lib/x86_64-linux-gnu/$library"
    done
    mkdir -p "$root"/{proc,dev,tmp}
    chmod 1777 "$root/tmp"
    mknod -m 666 "$root/dev/null" c 1 3
    mknod -m 666 "$root/dev/urandom" c 1 9
}

# The bill of materials names each jar of the archive and no other.
check_bill_of_materials() {
    local jars named
    jars=$(tar -tf "$archive" | sed -n 's:^[^/]*/lib/\([^/]*\.jar\)$:\1:p' | sort)
    named=$(tar -xOf "$archive" --wildcards '*/bom.json' |
        sed -nE 's/^ *"purl" : "pkg:maven\/[^/]*\/([^@]*)@([^?]*)\?(classifier=([^&]*)&)?type=jar",?$/\1-\2-\4.jar/p' |
        sed 's/-\.jar$/.jar/' | sort)
    if ! diff <(echo "$jars") <(echo "$named"); then
        echo "check: bom.json (>) does not name the archive's jars (<)" >&2
        exit 1
    fi
    echo "bom.json names all $(wc -l <<<"$jars") jars" >&2
}

check_bill_of_materials
[[ -n $root ]] || make_empty_root
mkdir -p "$root"/{opt/roboreel,output,tmp,proc}
tar -C "$root/opt/roboreel" --strip-components=1 -xf "$archive"
chown "$user" "$root/output"

# Runs a command of ours as that user in that root, which is read-only but for /tmp and /output.
enter() {
    mount --bind "$root" "$root"
    mount --bind "$root/output" "$root/output"
    mount -o remount,bind,ro "$root"
    mount -t tmpfs tmpfs "$root/tmp"
    mount -t proc proc "$root/proc"
    exec chroot --userspec=$user:$user "$root" /bin/sh -c 'cd /output && exec /opt/roboreel/bin/roboreel "$@"' sh "$@"
}
export -f enter
export root user

# One line on stderr with the seconds of each command.
run() {
    local start=${EPOCHREALTIME/./} code=0
    unshare --mount --net --pid --fork bash -euc 'enter "$@"' bash "$@" || code=$?
    printf '%d ms, exit code %s: roboreel %s\n' $(((${EPOCHREALTIME/./} - start) / 1000)) "$code" "$*" >&2
    return "$code"
}

run --version
run --help >/dev/null
run record --num_envs 4 --num-runs 2 --output-dir recorded
recorded=$(cd "$root/output" && echo recorded/*)
run check "$recorded"
run report "$recorded"
