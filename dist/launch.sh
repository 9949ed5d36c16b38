# How a JVM of ours is started, from a checkout and from the archive alike. For any POSIX shell; options hold no blanks.

MIN_HANDLES=256

# Prints the options that every program gets; $1 is Java's major version.
program_options() {
    quiet='cds*=off' # an archive that does not fit is ignored, not reported
    if [ "$1" -ge 24 ]; then # older ones do not warn, and 17 does not know the second option
        echo --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow
    fi
    if [ "$1" -ge 25 ]; then quiet="$quiet,aot*=off"; fi
    # The JVM logs warnings to stdout unless told otherwise. Arrow wants to see into buffers.
    echo -Xlog:disable "-Xlog:all=warning,$quiet:stderr" -Xshare:auto -Djava.awt.headless=true \
        --add-opens=java.base/java.nio=ALL-UNNAMED
}

# Prints the options of the command line that is given.
command_options() {
    case " $* " in
        *" -h "* | *" --help "*) set -- help ;;
    esac
    case "${1:-help} ${2:-}" in 'export minari') set -- minari ;; esac
    case ${1:-help} in
        # Done in seconds: no time to compile twice.
        help | -v | -V | --version | completion | config | inspect | events | poses | report | check | plot)
            echo -XX:+UseSerialGC -XX:TieredStopAtLevel=1
            ;;
        # Native code does what takes long; that of Java is faster without the counters that a second compilation needs.
        minari) echo -XX:+UseSerialGC -XX:TieredStopAtLevel=1 ;;
        # A client waits for it, and only what steps run through is worth compiling twice.
        bridge) echo -XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=20000 \
            -XX:Tier4CompileThreshold=100000 -XX:Tier4BackEdgeThreshold=400000 ;;
        # Only what really runs hot, as pixels and rows of a report do, is worth compiling twice. With G1 twice as much
        # of what 180,000 result lines leave behind would stay resident.
        export | import | serve) echo -XX:+UseSerialGC -XX:Tier4InvocationThreshold=200000 \
            -XX:Tier4MinInvocationThreshold=100000 -XX:Tier4CompileThreshold=500000 \
            -XX:Tier4BackEdgeThreshold=4000000 ;;
    esac
}

# Prints the options of `fleet`: what Spark wants to see of Java.
fleet_options() {
    for package in java.lang java.lang.invoke java.lang.reflect java.io java.net java.util java.util.concurrent \
        java.util.concurrent.atomic jdk.internal.ref sun.nio.ch sun.nio.cs sun.security.action sun.util.calendar; do
        echo "--add-opens=java.base/$package=ALL-UNNAMED"
    done
    echo --add-opens=java.security.jgss/sun.security.krb5=ALL-UNNAMED -Djdk.reflect.useDirectMethodHandle=false
}

# Sets what a program needs of its environment, or ends with a sentence.
prepare_environment() {
    # Java has every jar of the class path open, and raises its own limit to the hard one.
    handles=$(ulimit -H -n)
    if [ "$handles" != unlimited ] && [ "$handles" -lt "$MIN_HANDLES" ]; then
        echo "roboreel: only $handles files may be open at a time; raise the limit to $MIN_HANDLES or more (ulimit -n)" >&2
        exit 1
    fi
    # Every run brings new threads; with an arena for each the C library keeps tens of MiB it does not need.
    export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"
    # A JVM can only write the file names that its locale has.
    if [ "$(locale charmap 2>/dev/null)" != UTF-8 ]; then export LC_ALL=C.UTF-8; fi
    # The system's reasons stand in sentences that are English.
    if [ -n "${LC_ALL:-}" ]; then
        export LC_CTYPE="$LC_ALL"
        unset LC_ALL
    fi
    export LC_MESSAGES=C
}
