#!/bin/sh
# Compiles the sample corpus with quire for arm64 and compares the snapshot with that of
# every other machine. On another processor this takes qemu's user mode and, so that
# quire can start its workers, the kernel's binfmt_misc: where arm64 programs do not run
# by themselves, they are registered in a user namespace that ends with this script.
set -eu
cd "$(dirname "$0")/.."
golden=$(cat cmd/internal/cli/testdata/sample.snapshot)

if [ "${1:-}" != inside ]; then
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	CGO_ENABLED=0 GOOS=linux GOARCH=arm64 ${GO:-go} build -ldflags '-s -w' -o "$work/quire" ./cmd/quire
	if "$work/quire" version >/dev/null 2>&1; then
		sh "$0" inside "$work"
		exit
	fi
	qemu=$(command -v qemu-aarch64-static || command -v qemu-aarch64) || {
		echo "arm64: not run: qemu's user mode is missing; Debian has it in qemu-user-static" >&2
		exit 1
	}
	unshare -r -m sh -c 'mount -t binfmt_misc none /proc/sys/fs/binfmt_misc' 2>/dev/null || {
		echo "arm64: not run: no binfmt_misc in a user namespace (Linux 6.7 has it); register qemu with the system instead: Debian's binfmt-support does" >&2
		exit 1
	}
	unshare -r -m sh "$0" inside "$work" "$qemu"
	exit
fi

work=$2
if [ -n "${3:-}" ]; then
	mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
	# An ELF file, 64 bits, little-endian, executable or shared, for machine 0xb7.
	magic='\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00'
	mask='\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff'
	printf '%s' ":quire-arm64:M::$magic:$mask:$3:F" >/proc/sys/fs/binfmt_misc/register
fi
mkdir "$work/ws"
cp -r sample-corpus/documents "$work/ws/corpus"
export XDG_CACHE_HOME="$work/cache" XDG_CONFIG_HOME="$work/config"
"$work/quire" sync -C "$work/ws" --corpus "$work/ws/corpus" >"$work/report" || test $? = 3
"$work/quire" verify -C "$work/ws"
"$work/quire" retrieve -C "$work/ws" "notice period" >/dev/null
grep -q "\"snapshot\":\"$golden\"" "$work/ws/published/CURRENT" || {
	echo "arm64: the snapshot is not $golden but:" >&2
	cat "$work/ws/published/CURRENT" >&2
	exit 1
}
echo "arm64: the sample corpus gives snapshot $golden"
