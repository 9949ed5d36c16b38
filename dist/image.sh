#!/usr/bin/env bash
# Makes the folder that is unpacked on a server, and its archive: image.sh PROJECT TARGET VERSION EPOCH_SECONDS [JDK]
#
# TARGET/lib holds the jars. Without a JDK, the first one here that brings all its libraries along, as Temurin's does
# and Debian's does not.
set -euo pipefail
project=$1 target=$2 version=$3 epoch=$4 jdk=${5:-}

# What jdeps finds for our jars, and jdk.zipfs for folders of plug-ins in jars.
modules=java.base,java.desktop,java.logging,java.management,java.naming,java.net.http,java.sql,java.xml
modules+=,jdk.management,jdk.unsupported,jdk.zipfs

die() {
    echo "dist: $*" >&2
    exit 1
}

# Libraries of this system that the JDK $1 needs, beside the C library.
foreign_libraries() {
    ldd "$1"/lib/lib{zip,awt,fontmanager}.so "$1/lib/server/libjvm.so" | sed -n 's/^\t\(.*\) => .*/\1/p' |
        while read -r library; do
            case $library in
                lib[cm].so.6 | libdl.so.2 | libpthread.so.0 | librt.so.1) ;;
                *) [[ -e $1/lib/$library || -e $1/lib/server/$library ]] || echo "$library" ;;
            esac
        done | sort -u | paste -sd' '
}

find_jdk() {
    local candidate
    for candidate in "${JAVA_HOME:-}" /usr/lib/jvm/*; do
        if [[ -n $candidate && -x $candidate/bin/jlink && -z $(foreign_libraries "$candidate") ]]; then
            jdk=$candidate
            return
        fi
    done
    die "no JDK here brings all its libraries along, as Temurin's does; unpack one and give it by -Ddist.jdk=DIR"
}

if [[ -z $jdk ]]; then find_jdk; fi
[[ -x $jdk/bin/jlink ]] || die "there is no jlink in $jdk; give a JDK's folder by -Ddist.jdk=DIR"
foreign=$(foreign_libraries "$jdk")
[[ -z $foreign ]] || die "the JDK in $jdk needs libraries of this system ($foreign), so its Java would not run elsewhere;" \
    "give one that brings its own, as Temurin's, by -Ddist.jdk=DIR"

[[ -e $target/bom.json ]] || die "there is no bill of materials; CycloneDX makes it only if Maven is online, without -o"

name=roboreel-$version-linux-x64
image=$target/$name
rm -rf "$image"
mkdir -p "$image/bin"
# Not compressed: the archive is, and classes load faster. Native libraries are stripped already; jlink needs objcopy for that.
"$jdk/bin/jlink" --add-modules "$modules" --strip-java-debug-attributes --no-header-files --no-man-pages \
    --generate-cds-archive --output "$image/jre"
# Nobody sees a window or hears a sound; without these no library of a desktop is needed.
rm "$image"/jre/lib/lib{awt_xawt,jawt,jsound,splashscreen}.so
cp -r "$target/lib" "$image/lib"
(cd "$image/lib" && LC_ALL=C printf '%s\n' *.jar) >"$image/lib/classpath"
"$image/jre/bin/java" -XshowSettings:properties -version 2>&1 |
    sed -n 's/^ *java\.specification\.version = //p' >"$image/lib/java-major"
# What the native libraries need beside the C library, each in a folder of its own: only what a system lacks is used.
for library in libgcc_s.so.1 libstdc++.so.6 libz.so.1; do
    file=$(/sbin/ldconfig -p | sed -n "s/^\t$library (libc6,x86-64) => //p" | head -n 1)
    [[ -n $file ]] || die "this system has no $library to put in; install it"
    install -D -m 644 "$file" "$image/lib/native/$library/$library"
done
cp "$project/dist/launch.sh" "$image/lib/launch.sh"
install -m 755 "$project/dist/roboreel.sh" "$image/bin/roboreel"
cp -r "$project/config" "$project/docs" "$image/"
cp "$project"/{README.md,CHANGELOG.md,LICENSE,NOTICE,THIRD-PARTY.md} "$target/bom.json" "$image/"
echo "$epoch" >"$image/lib/built"
find "$image" -exec touch -h -d "@$epoch" {} + # a class-data archive knows the jars' times

. "$project/dist/launch.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
class_path=$(sed "s:^:$image/lib/:" "$image/lib/classpath" | paste -sd:)
# shellcheck disable=SC2046 # a list of options
timeout -k 10 180 "$image/jre/bin/java" $(program_options "$(<"$image/lib/java-major")") "-Droboreel.home=$image" \
    "-XX:ArchiveClassesAtExit=$image/lib/classes.jsa" -cp "$class_path" io.github.roboreel.cli.ArchiveTraining "$scratch" \
    >/dev/null || die "the recording that trains the class-data archive failed; its sentence is above"
[[ -s $image/lib/classes.jsa ]] || die "no class-data archive was made"
touch -d "@$epoch" "$image/lib/classes.jsa" "$image/lib"
tar -C "$target" --sort=name --owner=0 --group=0 --numeric-owner -cf - "$name" | gzip -n >"$target/$name.tar.gz"
