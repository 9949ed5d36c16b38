package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.RunComplete;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderPromiseTest {
    private static final String OF_ONE_RUN =
            "{\"format_version\":1,\"num_envs\":2,\"num_runs\":1,\"seed\":5,\"instruction_type\":\"default\"}";

    @TempDir
    private Path folder;

    private RunSpec.Builder run(int index) {
        return RunSpec.builder(folder, "Wave")
                .run(index)
                .envs(2, "wave")
                .seeds(5)
                .dtSeconds(0.05);
    }

    private Path file() {
        return folder.resolve("Wave/run_complete.json");
    }

    /** As a recorder does whose sink makes a run file. */
    private void record(RunSpec run) throws IOException {
        FolderPromise promise = new FolderPromise(run, false);
        promise.withdraw();
        assertFalse(Files.exists(file()), "promised while a run is under way");
        close(promise, run);
    }

    private void close(FolderPromise promise, RunSpec run) throws IOException {
        Files.createDirectories(run.envFolder());
        Files.createFile(run.envFolder().resolve("run_" + run.run() + ".hdf5"));
        promise.runClosed(run);
        promise.renew();
    }

    private String written() throws IOException {
        return Files.readString(file()).replaceAll("\\s", "");
    }

    private List<String> setAside() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("Wave"))) {
            return files.map(path -> path.getFileName().toString())
                    .filter(name -> name.contains(".before-"))
                    .toList();
        }
    }

    @Test
    void renew_runAfterRun_promisesAllOfThemAndLeavesNothingAside() throws IOException {
        record(run(0).build());
        assertEquals(OF_ONE_RUN, written());
        record(run(1).seeds(90).build());
        assertEquals(OF_ONE_RUN.replace("\"num_runs\":1", "\"num_runs\":2"), written());
        assertEquals(List.of(), setAside());
    }

    @Test
    void renew_overOneThatPromisesMore_promisesAsManyRunsAndNoVideos() throws IOException {
        Files.createDirectories(folder.resolve("Wave"));
        RunComplete.of(2, 10, "viewport", 3, "default").write(folder.resolve("Wave"));
        String before = written();
        record(run(4).build());
        assertEquals(before.replace("\"video_mode\":\"viewport\",", ""), written());
        assertEquals(1, setAside().size(), "the one that told of videos");
    }

    @Test
    void renew_ofOtherEnvsThanPromised_leavesTheEarlierOneAside() throws IOException {
        record(run(0).build());
        record(run(1).envs(3, "wave").build());
        assertFalse(Files.exists(file()));
        assertEquals(1, setAside().size());
    }

    @Test
    void renew_whereARunBeforeIsMissing_promisesNothing() throws IOException {
        record(run(0).build());
        record(run(2).build());
        assertFalse(Files.exists(file()));
    }

    @Test
    void renew_ofAnotherInstructionType_leavesTheTypeOut() throws IOException {
        record(run(0).build());
        record(run(1).instructionType("vague").build());
        assertFalse(written().contains("instruction_type"), written());
        assertTrue(written().contains("\"num_runs\":2"), written());
    }

    @Test
    void renew_withoutARunFile_putsTheEarlierOneBack() throws IOException {
        record(run(0).build());
        FolderPromise promise = new FolderPromise(run(1).build(), false);
        promise.withdraw();
        promise.runClosed(run(1).build());
        promise.renew();
        assertEquals(OF_ONE_RUN, written());
        assertEquals(List.of(), setAside());
    }

    @Test
    void renew_overAFileThatIsNotRead_keepsItAside() throws IOException {
        Files.createDirectories(folder.resolve("Wave"));
        Files.writeString(file(), "{\"format_version\": 999, \"num_envs\": 2, \"num_runs\": 4}");
        record(run(0).build());
        assertEquals(OF_ONE_RUN, written());
        assertEquals(1, setAside().size());
    }

    @Test
    void renew_whereTheCallerHoldsTheLock_leavesTheFileToIt() throws IOException {
        FolderPromise promise = new FolderPromise(run(0).build(), true);
        promise.withdraw();
        close(promise, run(0).build());
        assertFalse(Files.exists(file()));
    }
}
