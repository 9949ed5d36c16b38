package io.github.roboreel.recorder.hdf5.crash;

import io.github.roboreel.recorder.hdf5.Strace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * Kills at every write of a recording, from its first file to the deletion of its staging file: before it, and where
 * SIGKILL can cut it. Nothing promised is missing after a recovery, and nothing is there that was not recorded.
 */
class TornWritesIT {
    private static final long SEED = 20261126;
    private static final int OF_EACH_KIND = 1;

    /** All of them, 30,000 and more in each mode, take hours. */
    private static final int MANY_OF_EACH_KIND = Integer.getInteger("roboreel.torn.ofEachKind", 150);

    private static final int REAL_KILLS = 20;

    @TempDir(factory = InMemory.class)
    Path folder;

    @BeforeEach
    void mayBeTraced() throws InterruptedException {
        Strace.assumeAllowed();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_NONE, names = "(DATA|FULL).*")
    void recover_cutAtEachKindOfWrite_allPromisedIsThere(CrashMode mode) throws Exception {
        List<FileEvent> events = WriteLog.of(folder.resolve("recorded"), mode);
        assertAllRecover(mode, events, Cut.some(events, OF_EACH_KIND, new Random(SEED)));
    }

    @ParameterizedTest
    @Tag("slow")
    @EnumSource(mode = Mode.MATCH_NONE, names = "(DATA|FULL).*")
    void recover_cutAtManyOfEachKindOfWrite_allPromisedIsThere(CrashMode mode) throws Exception {
        List<FileEvent> events = WriteLog.of(folder.resolve("recorded"), mode);
        assertAllRecover(mode, events, Cut.some(events, MANY_OF_EACH_KIND, new Random()));
    }

    /** Real kills, at writes that are spread over the recording. */
    @ParameterizedTest
    @Tag("slow")
    @EnumSource
    void recover_killedWithAWrite_allPromisedIsThere(CrashMode mode) throws Exception {
        Map<String, Long> writes = WriteLog.of(folder.resolve("recorded"), mode).stream()
                .filter(FileEvent.Write.class::isInstance)
                .collect(Collectors.groupingBy(event -> ((FileEvent.Write) event).file(), Collectors.counting()));
        Faults faults = new Faults();
        for (String file : List.of(LoggedRecording.RUN_FILE, LoggedRecording.STAGING)) {
            for (int kill = 0; kill < REAL_KILLS; kill++) {
                int write = 1 + (int) (kill * writes.get(file) / REAL_KILLS);
                Path output = folder.resolve(file + write);
                Promises promises = WriteLog.ofKilled(output, mode, file, write);
                faults.check(
                        LoggedRecording.runFolder(output),
                        file + " at write " + write,
                        state -> new RecoveredCheck(mode).afterKill(state, promises));
            }
        }
        faults.assertNone(2 * REAL_KILLS);
    }

    private void assertAllRecover(CrashMode mode, List<FileEvent> events, List<Cut> cuts) throws IOException {
        RecoveredCheck check = new RecoveredCheck(mode);
        FolderImage image = new FolderImage();
        Promises promises = new Promises();
        Faults faults = new Faults();
        int next = 0;
        for (int i = 0; i <= events.size(); i++) {
            for (; next < cuts.size() && cuts.get(next).event() == i; next++) {
                FolderImage left = image.copy();
                if (i < events.size()) {
                    cuts.get(next).apply(events.get(i), left);
                }
                faults.check(
                        folder.resolve("killed"),
                        left,
                        cuts.get(next).toString(),
                        check(check, cuts.get(next), events, promises));
            }
            if (i < events.size()) {
                image.apply(events.get(i));
                promises.apply(events.get(i));
            }
        }
        faults.assertNone(cuts.size());
    }

    private static Faults.Check check(RecoveredCheck check, Cut cut, List<FileEvent> events, Promises promises) {
        return cut.isByKill(events)
                ? state -> check.afterKill(state, promises)
                : state -> check.afterTear(state, promises);
    }
}
