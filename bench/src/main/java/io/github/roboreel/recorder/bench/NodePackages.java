package io.github.roboreel.recorder.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What the MCAP peer needs from npm, installed once beside the builds. */
final class NodePackages {
    private static final List<String> FILES = List.of("package.json", "package-lock.json");

    private NodePackages() {}

    /** The folder of the installed packages. */
    static Path folder() {
        return root().resolve("node_modules");
    }

    private static Path root() {
        return PeerProcess.home().resolve(".roboreel").resolve("peers");
    }

    /** Installs them if they are not there; why that cannot be done, empty when it was. */
    static String whyMissing() {
        try {
            if (!isOnPath("node") || !isOnPath("npm")) {
                return "node or npm is missing; install nodejs and npm";
            }
            if (!Files.exists(folder().resolve("@mcap"))) {
                install();
            }
            return "";
        } catch (IOException e) {
            return "its packages cannot be installed: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted while its packages were installed";
        }
    }

    private static void install() throws IOException, InterruptedException {
        Files.createDirectories(root());
        for (String file : FILES) {
            Files.copy(PeerProcess.peerFile(file), root().resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
        List<String> command = new ArrayList<>(List.of("npm", "ci", "--ignore-scripts", "--no-audit"));
        command.addAll(List.of("--fetch-retries=1", "--fetch-timeout=20000", "--prefix", root().toString()));
        PeerProcess.output(command, Map.of());
    }

    private static boolean isOnPath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
