package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.recorder.OutputLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording with dead space: how commands report it, and what takes it out. */
class CompactIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private Path take() {
        return folder.resolve("output").resolve("take");
    }

    private Path run() {
        return take().resolve("BananaInBowlTask").resolve("run_0.hdf5");
    }

    private void record(boolean compact) throws Exception {
        Path config = folder.resolve("recorder.yaml");
        Files.writeString(config, "hdf5:\n  compact_on_close: " + compact + "\n");
        InProcess record = InProcess.record(
                folder,
                "--num-envs=2",
                "--max-steps=60",
                "--video-mode=none",
                "--flush-interval-steps=7",
                "--config=" + config,
                "--output-folder-name=take");
        assertEquals(Outcome.OK, record.outcome(), record.err());
    }

    private long deadBytes() throws IOException {
        InProcess inspect = InProcess.run("inspect", "--json", run().toString());
        assertEquals(Outcome.OK, inspect.outcome(), inspect.err());
        return JSON.readTree(inspect.out()).get("dead_bytes").asLong();
    }

    @Test
    void whatIsDeadIsToldAndTakenOut() throws Exception {
        record(false);
        long bytes = Files.size(run());
        long dead = deadBytes();
        assertTrue(dead > bytes / 2, dead + " of " + bytes);
        String percent = Math.round(100.0 * dead / bytes) + " %";
        InProcess inspect = InProcess.run("inspect", run().toString());
        String first = inspect.out().lines().findFirst().orElseThrow();
        assertTrue(first.endsWith(", " + percent + " of it dead space"), first);
        InProcess check = InProcess.run("check", take().toString());
        String note = percent + " of it (" + dead + " bytes) are dead space; roboreel compact";
        assertTrue(check.out().contains(note), check.out());
        assertTrue(check.out().contains("ok: "), check.out());

        InProcess compact = InProcess.run("compact", "--json", take().toString());

        assertEquals(Outcome.OK, compact.outcome(), compact.err());
        assertTrue(JSON.readTree(compact.out()).get("ok").asBoolean());
        JsonNode report = JSON.readTree(compact.out()).get("folders").get(0);
        assertTrue(report.get("complete").asBoolean());
        JsonNode file = report.get("runs").get(0);
        assertEquals(run().toString(), file.get("run_file").asText());
        assertTrue(file.get("compacted").asBoolean());
        assertEquals(bytes, file.get("bytes_before").asLong());
        assertEquals(Files.size(run()), file.get("bytes_after").asLong());
        assertTrue(Files.size(run()) < bytes / 2);
        assertEquals(0, deadBytes());
        check = InProcess.run("check", take().toString());
        assertFalse(check.out().contains("dead space"), check.out());
        assertTrue(check.out().contains("ok: "), check.out());
        InProcess again = InProcess.run("compact", run().toString());
        assertEquals(Outcome.OK, again.outcome(), again.err());
        assertTrue(again.out().contains("it has no dead space to speak of"), again.out());
    }

    @Test
    void whatAKilledCompactionLeavesIsNotedAndRemovedByRecover() throws Exception {
        record(true);
        assertEquals(0, deadBytes());
        Path left = run().resolveSibling("run_0.hdf5.compacting");
        Files.writeString(left, "half a copy");
        InProcess check = InProcess.run("check", take().toString());
        assertTrue(check.out().contains("is left by a compaction that was ended"), check.out());
        assertTrue(check.out().contains("ok: "), check.out());

        InProcess recover = InProcess.run("recover", "--json", take().toString());

        assertEquals(Outcome.OK, recover.outcome(), recover.err());
        JsonNode report = JSON.readTree(recover.out()).get(0).get("runs").get(0);
        assertEquals("closed properly", report.get("outcome").asText());
        assertEquals(left.toString(), report.get("removed").get(0).asText());
        assertFalse(Files.exists(left));
    }

    @Test
    void aFolderInUseAndARunThatWasNotClosedAreRefused() throws Exception {
        record(false);
        byte[] before = Files.readAllBytes(run());
        try (OutputLock held = OutputLock.acquire(take())) {
            InProcess locked = InProcess.run("compact", held.folder().toString());
            assertEquals(Outcome.FAILED, locked.outcome());
            assertTrue(locked.err().contains("is being written by"), locked.err());
        }
        Files.createFile(run().resolveSibling("run_0.staging"));
        InProcess unclosed = InProcess.run("compact", take().toString());
        assertEquals(Outcome.FAILED, unclosed.outcome());
        assertTrue(unclosed.err().contains("was not closed by its recorder; recover it"));
        InProcess missing = InProcess.run("compact", folder.resolve("nowhere").toString());
        assertEquals(Outcome.BAD_ARGUMENTS, missing.outcome());
        assertTrue(missing.err().contains("there is no"), missing.err());
        assertEquals(before.length, Files.size(run()));
    }
}
