package io.github.roboreel.recorder.hdf5.crash;

import io.github.roboreel.recorder.hdf5.Strace;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/**
 * A loss of power at random moments of a recording that forces its files: of what was not forced any pages are on the
 * disk. No step is missing that {@code forcedSteps} had promised, and none is there that was not recorded.
 */
class PowerLossIT {
    private static final long SEED = 20261126;

    @TempDir(factory = InMemory.class)
    Path folder;

    @BeforeEach
    void mayBeTraced() throws InterruptedException {
        Strace.assumeAllowed();
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.MATCH_ANY, names = "(DATA|FULL).*")
    void recover_anyPagesOfWhatWasNotForced_allForcedStepsAreThere(CrashMode mode) throws Exception {
        assertAllForcedIsThere(mode, 10);
    }

    @ParameterizedTest
    @Tag("slow")
    @EnumSource(mode = Mode.MATCH_ANY, names = "(DATA|FULL).*")
    void recover_thousandStates_allForcedStepsAreThere(CrashMode mode) throws Exception {
        assertAllForcedIsThere(mode, 1000);
    }

    private void assertAllForcedIsThere(CrashMode mode, int numStates) throws Exception {
        List<FileEvent> events = WriteLog.of(folder.resolve("recorded"), mode);
        Random random = new Random(SEED);
        List<Integer> moments =
                random.ints(numStates, 0, events.size()).sorted().boxed().toList();
        RecoveredCheck check = new RecoveredCheck(mode);
        PowerImage disk = new PowerImage();
        Promises promises = new Promises();
        Faults faults = new Faults();
        int next = 0;
        for (int i = 0; i < events.size(); i++) {
            for (; next < moments.size() && moments.get(next) == i; next++) {
                FolderImage left = disk.afterLoss(random);
                faults.check(
                        folder.resolve("left"),
                        left,
                        "before " + i + " " + events.get(i).kind(),
                        state -> check.afterLoss(state, promises));
            }
            disk.apply(events.get(i));
            promises.apply(events.get(i));
        }
        faults.assertNone(numStates);
    }
}
