package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.roboreel.cli.base.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A disk that really gets full during an export: one sentence, and nothing is left on it. */
class ExportFullDiskIT {
    private static final String MOUNT = "mount -t tmpfs -o size=256k small \"$1\" && echo $$ && read -r end";

    @TempDir
    static Path temp;

    private static Path take;
    private static Path disk;
    private static Process mount;

    @BeforeAll
    static void recordAndMount() throws IOException {
        take = RecordedTakes.withImages();
        Path point = Files.createDirectory(temp.resolve("small"));
        boolean isRoot = "root".equals(System.getProperty("user.name"));
        mount = new ProcessBuilder("unshare", isRoot ? "-m" : "-rm", "/bin/sh", "-c", MOUNT, "disk", point.toString())
                .redirectErrorStream(true)
                .start();
        String pid =
                new BufferedReader(new InputStreamReader(mount.getInputStream(), StandardCharsets.UTF_8)).readLine();
        assumeTrue(pid != null && pid.matches("\\d+"), "no mount namespace: " + pid);
        disk = Path.of("/proc", pid, "root").resolve(Path.of("/").relativize(point));
    }

    @AfterAll
    static void unmount() {
        mount.destroyForcibly();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "minari --root {} --id robolab/banana-v0",
                "minari --root {} --id robolab/banana-v0 --data-format=arrow",
                "rlds --out {} --name banana",
                "lerobot --out {} --repo-id lab/banana --fields=all",
                "lerobot --out {} --repo-id lab/banana --images=png --fields=all",
                "robomimic --out {}/banana.hdf5",
            })
    void isToldAndLeavesNothing(String line) throws IOException {
        List<String> words = new ArrayList<>(List.of("export"));
        words.addAll(List.of(line.replace("{}", disk.toString()).split(" ")));
        words.addAll(2, List.of("--quiet", take.toString()));

        InProcess run = InProcess.run(words.toArray(String[]::new));

        assertEquals(Outcome.FAILED, run.outcome(), run.err());
        assertEquals(1, run.err().lines().count(), run.err());
        assertTrue(run.err().contains("no dataset was made or changed"), run.err());
        assertTrue(run.err().matches("(?s).*(No space left|disk is full).*"), run.err());
        assertEquals(List.of(), HostileFolders.regularFiles(disk));
    }
}
