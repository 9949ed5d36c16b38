#!/bin/sh
# Runs RoboReel with the Java that lies beside it.
#
# ROBOREEL_JAVA_OPTS   more JVM options, separated by blanks
# ROBOREEL_CLASSPATH   more jars and folders with classes, separated by colons: metric sets and sinks of your own, found
#                      through ServiceLoader
set -eu

place=$(readlink -f "$0")
home=${place%/bin/roboreel}
. "$home/lib/launch.sh"

# Nearly every system has these; one that has nothing but its C library takes ours.
for library in "$home"/lib/native/*/*; do
    file=${library##*/}
    for folder in /lib/x86_64-linux-gnu /usr/lib/x86_64-linux-gnu /lib64 /usr/lib64 /usr/lib /lib; do
        if [ -e "$folder/$file" ]; then continue 2; fi
    done
    export LD_LIBRARY_PATH="${library%/*}${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
done

class_path=
while read -r jar; do
    class_path=$class_path:$home/lib/$jar
done <"$home/lib/classpath"
class_path=${class_path#:}${ROBOREEL_CLASSPATH:+:$ROBOREEL_CLASSPATH}

options=${ROBOREEL_JAVA_OPTS:-}
case $options in
    *-XX:+Use*) ;; # another collector was chosen
    *) options="$(command_options "$@") $options" ;;
esac
if [ -s "$home/lib/classes.jsa" ]; then options="-XX:SharedArchiveFile=$home/lib/classes.jsa $options"; fi
read -r java_major <"$home/lib/java-major"
prepare_environment
# Unquoted: lists of options.
exec "$home/jre/bin/java" $(program_options "$java_major") "-Droboreel.home=$home" \
    -cp "$class_path" $options io.github.roboreel.cli.Main "$@"
