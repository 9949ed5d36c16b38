#!/usr/bin/env bash
# Proves that the libraries can be depended on: check-libraries.sh REPOSITORY [FOLDER]
#
# REPOSITORY is a folder that `mvn deploy` filled. Builds every project of examples by Maven, and by Gradle where that is
# installed, from REPOSITORY and Maven Central alone, each with an empty local repository; records with all but mujoco,
# which needs MuJoCo, and reads back what they recorded. FOLDER, which must not exist, keeps all of it. Needs a JDK 17 and
# Maven; proves most where Debian's JHDF5 is not installed.
set -euo pipefail
home=$(dirname "$(dirname "$(readlink -f "$0")")")
repository=$(readlink -f "$1") work=${2:-}
if [[ -z $work ]]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
else
    mkdir "$work"
    work=$(readlink -f "$work")
fi
version=$(ls "$repository/io/github/roboreel/roboreel-bom" | grep -m1 '^[0-9]')
export MAVEN_OPTS=-Dmaven.repo.local=$work/maven GRADLE_USER_HOME=$work/gradle

# Prints one line with the seconds that a command takes; what it prints itself goes to a file of that name.
timed() {
    local name=$1 start=${EPOCHREALTIME/./} code=0
    shift
    "$@" >"$work/$name.log" 2>&1 || code=$?
    printf '%6d ms, exit code %d: %s\n' $(((${EPOCHREALTIME/./} - start) / 1000)) "$code" "$name"
    ((code == 0)) || tail -n 30 "$work/$name.log"
    return "$code"
}

with_maven() {
    cd "$work/by-maven/$1"
    mvn -q -B -s "$work/settings.xml" package
}

# The coordinates that the project's pom.xml names, in Gradle's words.
with_gradle() {
    cd "$work/by-gradle/$1"
    {
        printf "apply plugin: 'java'\n"
        printf "repositories {\n    maven { url '%s' }\n    mavenCentral()\n}\n" "file://$repository"
        printf 'dependencies {\n'
        case $1 in
            embedding) printf "    implementation 'io.github.roboreel:recorder-hdf5:$version'\n" ;;
            reading) printf "    implementation 'io.github.roboreel:recordings:$version'\n" ;;
            vectorised) printf "    implementation 'io.github.roboreel:%s:$version'\n" recorder-hdf5 recorder-video ;;
            uploading) printf "    compileOnly 'io.github.roboreel:recorder-core:$version'\n" ;;
            planar-pusher)
                printf "    compileOnly 'io.github.roboreel:simulation:$version'\n"
                printf "    implementation 'org.dyn4j:dyn4j:5.0.2'\n"
                ;;
            bullet)
                printf "    compileOnly 'io.github.roboreel:%s:$version'\n" simulation recorder-hdf5
                printf "    implementation 'com.github.stephengold:Libbulletjme-Linux64:23.1.0'\n"
                printf "    runtimeOnly 'com.github.stephengold:Libbulletjme-Linux64:23.1.0:SpRelease'\n"
                ;;
            mujoco)
                printf "    compileOnly 'io.github.roboreel:%s:$version'\n" simulation recorder-hdf5
                printf "    implementation 'net.java.dev.jna:jna:5.17.0'\n"
                ;;
        esac
        printf "    runtimeOnly 'org.slf4j:slf4j-simple:2.0.17'\n}\n"
        printf "// Gradle before 7.3 knows no later Java than its own.\n"
        printf "compileJava.options.compilerArgs += ['-source', '17', '-target', '17']\n"
        printf "jar.archiveName = '$1.jar'\njar.destinationDir = file('target')\n"
        printf "jar.manifest.attributes 'RoboReel-Api': '1',\n"
        printf "    'Class-Path': configurations.runtimeClasspath.collect { 'lib/' + it.name }.join(' ')\n"
        printf "tasks.create('libraries', Copy) {\n    from configurations.runtimeClasspath\n    into 'target/lib'\n}\n"
    } >build.gradle
    touch settings.gradle
    gradle --no-daemon -q jar libraries
}

# Runs the main class of an example that was built.
program() {
    local place=$work/$1/$2
    java -cp "$place/target/$2.jar:$place/target/lib/*" "com.example.${2^}" "${@:3}"
}

# The command line out of the repository; its configuration is the checkout's.
roboreel() {
    java "-Droboreel.home=$home" -cp "$work/cli/target/lib/*" io.github.roboreel.cli.Main "$@"
}

get_command_line() {
    mkdir "$work/cli"
    cat >"$work/cli/pom.xml" <<END
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId>
  <artifactId>command-line</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>io.github.roboreel</groupId>
      <artifactId>cli</artifactId>
      <version>$version</version>
    </dependency>
  </dependencies>
</project>
END
    cd "$work/cli"
    mvn -q -B -s "$work/settings.xml" org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies \
        -DincludeScope=runtime -DoutputDirectory=target/lib
}

reads_back() {
    local said
    said=$(program "$1" reading "$work/$1/waves")
    printf '%s\n' "$said"
    [[ $said == *'Wave at the camera: 600 steps'*'2400 chunks of 8 actions'* ]]
}

# Records with what was built and looks at it with the command line, whose exit code says whether every value is there.
try_all() {
    local by=$1
    timed "$by-embedding-records" program "$by" embedding "$work/$by/waves"
    timed "$by-reading-reads" reads_back "$by"
    timed "$by-vectorised-records" program "$by" vectorised "$work/$by/carts"
    timed "$by-plugin-records" roboreel record --plugin "$work/$by/planar-pusher/target/planar-pusher.jar" \
        --env planar-pusher --num_envs 8 --output-dir "$work/$by/pushes"
    timed "$by-bullet-records" roboreel record --plugin "$work/$by/bullet/target/bullet.jar" \
        --env bullet-arm --num_envs 8 --output-dir "$work/$by/arms"
    ROBOREEL_COPYING_FOLDER=$work/$by/backup timed "$by-uploads" roboreel record --num_envs 2 --max-steps 30 \
        --plugin "$work/$by/uploading/target/uploading.jar" --output-dir "$work/$by/kept"
    timed "$by-copies-are-the-files" diff -r --exclude=uploaded.jsonl --exclude=run_complete.json \
        --exclude='.recording.lock*' "$work/$by/kept" "$work/$by/backup"
    timed "$by-check" roboreel check "$work/$by"/{waves,carts,pushes/*,arms/*}
    timed "$by-videos-are-ffmpegs" grep 'videos are encoded by OpenH264' "$work/$by-vectorised-records.log"
}

cat >"$work/settings.xml" <<END
<settings>
  <profiles>
    <profile>
      <id>deployed</id>
      <repositories>
        <repository>
          <id>deployed</id>
          <url>file://$repository</url>
        </repository>
      </repositories>
    </profile>
  </profiles>
  <activeProfiles>
    <activeProfile>deployed</activeProfile>
  </activeProfiles>
</settings>
END
timed command-line-resolves get_command_line
timed command-line-starts roboreel --version
cat "$work/command-line-starts.log"
for tool in maven gradle; do
    if [[ $tool == gradle ]] && ! type -P gradle >/dev/null; then
        echo "not tried with Gradle, which is not installed"
        continue
    fi
    cp -R "$home/examples" "$work/by-$tool"
    for example in embedding reading vectorised planar-pusher bullet uploading mujoco; do
        rm -rf "$work/by-$tool/$example/target"
        timed "$tool-builds-$example" "with_$tool" "$example"
    done
    try_all "by-$tool"
done
