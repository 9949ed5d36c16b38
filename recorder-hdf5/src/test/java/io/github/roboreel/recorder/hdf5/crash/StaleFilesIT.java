package io.github.roboreel.recorder.hdf5.crash;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.hdf5.Strace;
import io.github.roboreel.recorder.hdf5.crash.FolderImage.Content;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A run file and a staging file of different moments, one of them cut or mixed of the pages of both moments: what a
 * recovery brings back was recorded, and when something is missing that both moments had, the recovery says so.
 */
class StaleFilesIT {
    private static final long SEED = 20261126;

    @TempDir(factory = InMemory.class)
    Path folder;

    /** What was done to the files. */
    private enum Harm {
        NONE,
        RUN_FILE_CUT,
        STAGING_CUT,
        RUN_FILE_MIXED,
        STAGING_MIXED
    }

    private record Moment(FolderImage image, Promises promises) {}

    @BeforeEach
    void mayBeTraced() throws InterruptedException {
        Strace.assumeAllowed();
    }

    @ParameterizedTest
    @EnumSource(names = {"ROWS", "CONTINUOUS_PLANES"})
    void recover_filesOfDifferentMoments_nothingIsSilentlyWrong(CrashMode mode) throws Exception {
        assertNothingSilentlyWrong(mode, 15);
    }

    @ParameterizedTest
    @Tag("slow")
    @EnumSource(names = {"ROWS", "TIMED", "CONTINUOUS", "PLANES", "CONTINUOUS_PLANES"})
    void recover_manyFilesOfDifferentMoments_nothingIsSilentlyWrong(CrashMode mode) throws Exception {
        assertNothingSilentlyWrong(mode, 300);
    }

    private void assertNothingSilentlyWrong(CrashMode mode, int numStates) throws Exception {
        List<FileEvent> events = WriteLog.of(folder.resolve("recorded"), mode);
        List<Moment> moments = moments(events, new Random(SEED));
        Random random = new Random(SEED);
        RecoveredCheck check = new RecoveredCheck(mode);
        Faults faults = new Faults();
        int complete = 0;
        for (int i = 0; i < numStates; i++) {
            int one = random.nextInt(moments.size());
            // The first pair belongs together.
            int other = i == 0 ? one : random.nextInt(moments.size());
            Harm harm = Harm.values()[i % Harm.values().length];
            FolderImage mixed = mix(moments.get(one).image(), moments.get(other).image(), harm, random);
            Promises both = moments.get(Math.min(one, other)).promises();
            Promises asked = moments.get(Math.max(one, other)).promises();
            boolean[] isComplete = new boolean[1];
            faults.check(folder.resolve("mixed"), mixed, harm + " run file " + one + " staging " + other, state -> {
                isComplete[0] = check.afterMix(state, both, asked);
            });
            complete += isComplete[0] ? 1 : 0;
        }
        faults.assertNone(numStates);
        assertTrue(complete > 0 && complete < numStates, complete + " of " + numStates + " were complete");
    }

    /** In which both files have their names. */
    private static List<Moment> moments(List<FileEvent> events, Random random) {
        List<Moment> moments = new java.util.ArrayList<>();
        FolderImage image = new FolderImage();
        Promises promises = new Promises();
        for (FileEvent event : events) {
            boolean both =
                    image.files().keySet().containsAll(List.of(LoggedRecording.RUN_FILE, LoggedRecording.STAGING))
                            && image.files().size() == 2;
            if (both && Cut.changesFiles(event) && random.nextInt(events.size()) < 40) {
                moments.add(new Moment(image.copy(), promises.copy()));
            }
            image.apply(event);
            promises.apply(event);
        }
        return moments;
    }

    private static FolderImage mix(FolderImage one, FolderImage other, Harm harm, Random random) {
        Content run = one.files().get(LoggedRecording.RUN_FILE).copy();
        Content staging = other.files().get(LoggedRecording.STAGING).copy();
        switch (harm) {
            case RUN_FILE_CUT -> run.resize(random.nextInt(run.size()));
            case STAGING_CUT -> cut(staging, random);
            case RUN_FILE_MIXED -> mixPages(run, other.files().get(LoggedRecording.RUN_FILE), random);
            case STAGING_MIXED -> mixPages(staging, one.files().get(LoggedRecording.STAGING), random);
            default -> {
                // Only stale.
            }
        }
        FolderImage mixed = new FolderImage();
        mixed.files()
                .putAll(new TreeMap<>(
                        java.util.Map.of(LoggedRecording.RUN_FILE, run, LoggedRecording.STAGING, staging)));
        return mixed;
    }

    /** Not between two records, which leaves what an older file is, nor where a kill may cut a write. */
    private static void cut(Content staging, Random random) {
        byte[] bytes = staging.toArray();
        int size = 0;
        while (size % FileEvent.PAGE_BYTES == 0 || Cut.isRecordAt(bytes, (size + 63) / 64 * 64)) {
            size = 1 + random.nextInt(bytes.length - 1);
        }
        staging.resize(size);
    }

    private static void mixPages(Content to, Content from, Random random) {
        int end = Math.min(to.size(), from.size()) / FileEvent.PAGE_BYTES;
        for (int page = 0; page < end; page++) {
            if (random.nextInt(4) == 0) {
                to.write((long) page * FileEvent.PAGE_BYTES, from.page(page));
            }
        }
    }
}
