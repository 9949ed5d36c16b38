package io.github.roboreel.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Debian's packages of MuJoCo 2.2.2, unpacked below {@code target}: nothing is installed, and no one needs to be root.
 * A test that asks for them is skipped where they cannot be had.
 */
final class MujocoPackages {
    private static final List<String> NAMES = List.of(
            "libmujoco2.2.2",
            "libmujoco-dev",
            "libmujoco-samples",
            "libccd2",
            "libqhull-r8.0",
            "libtinyxml2-9",
            "liblodepng0");

    private final Path root;

    private MujocoPackages(Path root) {
        this.root = root;
    }

    /** Downloads them once; a folder of before is used again. */
    static MujocoPackages unpacked() throws Exception {
        Path folder = Path.of("target", "mujoco").toAbsolutePath();
        MujocoPackages packages = new MujocoPackages(folder.resolve("root"));
        if (!Files.exists(packages.library())) {
            requireDebian();
            Files.createDirectories(folder);
            download(folder);
            unpack(folder, packages.root);
        }
        return packages;
    }

    private static void requireDebian() {
        assumeTrue(
                System.getProperty("os.arch").equals("amd64") && Files.exists(Path.of("/usr/bin/apt-get")),
                "MuJoCo's packages are Debian's for amd64, and this is another system");
    }

    /** With apt's own lists of packages or, where it has none, with lists below the folder. */
    private static void download(Path folder) throws Exception {
        List<String> command = new ArrayList<>(List.of("apt-get", "-q", "download"));
        command.addAll(NAMES);
        if (run(folder, command) != 0) {
            Files.createDirectories(folder.resolve("lists/partial"));
            List<String> ownLists = List.of(
                    "-o",
                    "Dir::State::lists=" + folder.resolve("lists"),
                    "-o",
                    "Dir::Cache=" + folder.resolve("cache"));
            Files.createDirectories(folder.resolve("cache/archives/partial"));
            List<String> update = new ArrayList<>(List.of("apt-get", "-q", "update"));
            update.addAll(ownLists);
            run(folder, update);
            command.addAll(ownLists);
            assumeTrue(run(folder, command) == 0, "apt cannot download MuJoCo 2.2.2; see " + folder.resolve("apt.log"));
        }
    }

    private static void unpack(Path folder, Path root) throws Exception {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.toString().endsWith(".deb")).toList();
        }
        Path staging = folder.resolve("staging");
        for (Path file : files) {
            assertEquals(0, run(folder, List.of("dpkg", "-x", file.toString(), staging.toString())), file.toString());
        }
        Files.move(staging, root);
    }

    private static int run(Path folder, List<String> command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("apt.log").toFile()))
                .start()
                .waitFor();
    }

    /** Where the library lies, and those that it needs. */
    Path libraries() {
        return root.resolve("usr/lib/x86_64-linux-gnu");
    }

    Path library() {
        return libraries().resolve("libmujoco.so.2.2.2");
    }

    Path models() {
        return root.resolve("usr/share/mujoco/model");
    }

    Path headers() {
        return root.resolve("usr/include");
    }
}
