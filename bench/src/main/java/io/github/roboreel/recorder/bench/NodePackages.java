package io.github.roboreel.recorder.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** What the MCAP peer needs from npm, installed once beside the builds. */
final class NodePackages {
    private NodePackages() {}

    /** The folder of the installed packages. */
    static Path folder() {
        return Child.home().resolve(".roboreel/peers/node_modules");
    }

    /** Installs them if they are not there; why that cannot be done, empty when it was. */
    static String whyMissing() {
        try {
            Child.of("node", "--version").run();
            if (!Files.exists(folder().resolve("@mcap"))) {
                Path root = Files.createDirectories(folder().getParent());
                for (String file : List.of("package.json", "package-lock.json")) {
                    Files.copy(Child.peerFile(file), root.resolve(file), StandardCopyOption.REPLACE_EXISTING);
                }
                Child.of("npm", "ci", "--ignore-scripts", "--no-audit", "--fetch-retries=1", "--fetch-timeout=20000")
                        .and("--prefix", root)
                        .run();
            }
            return "";
        } catch (IOException e) {
            return "node or its packages are missing; install nodejs and npm: " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted while its packages were installed";
        }
    }
}
