#!/usr/bin/env bash
# Makes the Debian package of the folder that image.sh has made: deb.sh PROJECT TARGET VERSION [JDK]
#
# Without a JDK, by the jpackage on the path.
set -euo pipefail
project=$1 target=$2 version=$3 jdk=${4:-}
rm -f "$target"/*.deb
# A runtime with programs of its own: jpackage's starter does not know the options that each command needs.
"${jdk:+$jdk/bin/}jpackage" --type deb --name roboreel --app-version "${version%-SNAPSHOT}" --install-dir /opt \
    --runtime-image "$target/roboreel-$version-linux-x64" --resource-dir "$project/dist/deb" --dest "$target" \
    --vendor RoboReel --description "Records episodes of robot simulations" --license-file "$project/LICENSE" \
    --linux-app-category science
