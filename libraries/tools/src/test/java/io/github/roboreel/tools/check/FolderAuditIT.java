package io.github.roboreel.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recorder.plan.EpisodeSchedule;
import io.github.roboreel.recorder.plan.RecordingPlan;
import io.github.roboreel.recorder.plan.StepSchedule;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.Examples;
import io.github.roboreel.tools.RecordedFolder;
import io.github.roboreel.tools.recompute.FolderMetrics;
import io.github.roboreel.tools.recompute.MetricsWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderAuditIT {
    private static final FolderAudit AUDIT = new FolderAudit(MetricSettings.roboLab());
    private static final long SEED = 20_260_721;

    @TempDir
    private Path folder;

    @Test
    void habitsOfRoboLabAreNotesThatNameThem() throws Exception {
        AuditReport report = AUDIT.audit(Examples.make(folder.resolve("foreign"), "--foreign"));

        assertFalse(report.isDamaged(), report.findings().toString());
        assertEquals(4, report.episodes());
        requireNote(report, "run_0.hdf5", "data/demo_0/subtask and 1 more", "not aligned to steps");
        requireNote(report, "run_1.hdf5", "initial_state", "has 2 rows: one per reset");
        requireNote(report, "run_0.hdf5", "obs/proprio_obs", "one group deeper");
        requireNote(report, "run_1.hdf5", "data/demo_1@success", "never judged");
        requireNote(report, "episode_results.jsonl", "line 4, success", "is null");
        requireNote(report, "episode_results.jsonl", "line 2, metrics.joint_sparc_mean", "NaN");
    }

    @Test
    void anEnvThatNeverSteppedHidesNothing() throws Exception {
        Path foreign = Examples.make(folder.resolve("foreign"), "--foreign");
        Examples.run("""
                import h5py
                with h5py.File(sys.argv[1], 'r+') as f:
                    demo = f['data'].create_group('demo_2')
                    demo.attrs['num_samples'] = 0
                    f.copy('data/demo_0/initial_state', demo)
                """, foreign.resolve(Examples.ENV + "/run_0.hdf5").toString());

        AuditReport report = AUDIT.audit(foreign);

        requireNote(report, "run_0.hdf5", "data/demo_2", "holds no steps");
        assertFalse(
                report.findings().toString().contains("though other demos"),
                report.findings().toString());
    }

    @Test
    void aLegacyFolderIsNotDamaged() throws Exception {
        AuditReport report = AUDIT.audit(Examples.make(folder.resolve("legacy"), "--legacy"));

        assertFalse(report.isDamaged(), report.findings().toString());
        assertEquals(1, report.runFiles());
        assertEquals(4, report.episodes());
        requireNote(report, "data.hdf5", "data/demo_0/initial_state", "has 2 rows");
    }

    @Test
    void annotationsThatDoNotFitAreNotes() throws Exception {
        Path recorded = folder.resolve("annotated");
        RecordedFolder.make(recorded, 1, "none");
        String line = "{\"env_name\":\"%s\",\"run\":%d,\"env_id\":%d,\"flag\":%s,\"tags\":[],\"note\":\"\","
                + "\"version\":1,\"at\":\"2026-01-02T03:04:05Z\"}%n";
        Files.writeString(
                recorded.resolve("annotations.jsonl"),
                line.formatted(RecordedFolder.ENV, 0, 0, true)
                        + line.formatted(RecordedFolder.ENV, 7, 1, false)
                        + line.formatted("Gone", 0, 0, false)
                        + line.formatted(RecordedFolder.ENV, 0, 0, "\"yes\""));

        AuditReport report = AUDIT.audit(recorded);

        assertFalse(report.isDamaged(), report.findings().toString());
        assertEquals(
                List.of(
                        "line 2 annotates run 7, env_id 1 of " + RecordedFolder.ENV + ", which is not in this folder",
                        "line 3 annotates run 0, env_id 0 of Gone, which is not in this folder",
                        "line 4, flag is \"yes\"; expected boolean"),
                report.findings().stream()
                        .filter(f -> f.file().endsWith("annotations.jsonl"))
                        .map(f -> f.place() + " " + f.problem())
                        .toList());
    }

    @Test
    void faultsOfALegacyFolderAreNamed() throws Exception {
        Path legacy = Examples.make(folder.resolve("legacy"), "--legacy");
        Files.delete(legacy.resolve(Examples.ENV).resolve("log_2.json"));
        Path results = legacy.resolve("episode_results.json");
        Files.writeString(
                results, Files.readString(results).replaceFirst("\"episode_step\": 65", "\"episode_step\": 9"));

        AuditReport report = AUDIT.audit(legacy);

        requireError(report, "log_2.json", "", "is missing: the event log of data.hdf5 data/demo_2");
        requireError(report, "episode_results.json", "line 2, episode_step", "is 9; data.hdf5");
    }

    @Test
    void anEmptyFolderIsNamedAndAMissingOneRefused() throws IOException {
        AuditReport report = AUDIT.audit(Files.createDirectory(folder.resolve("empty")));
        requireError(report, "empty", "", "holds no recording");

        assertThrows(NotDirectoryException.class, () -> AUDIT.audit(folder.resolve("nowhere")));
    }

    @Test
    void aRecordingThatGoesOnIsLiveAndNotDamaged() throws IOException {
        try (EpisodeRecorder recorder = RecordedFolder.open(folder, 0, "none")) {
            RecordedFolder.record(recorder.env(0), 40, true);

            AuditReport report = AUDIT.audit(folder);

            assertFalse(report.isDamaged(), report.findings().toString());
            requireNote(report, "run_0.hdf5", "", "is being recorded now");
            requireNote(report, "run_complete.json", "", "the recording is in progress");
            assertEquals(2, report.findings().size(), report.findings().toString());
            assertTrue(Files.exists(folder.resolve(RecordedFolder.ENV).resolve("run_0.staging")));
        }
    }

    @Test
    void theEventsThatAKilledRecorderHasLeftAreNoDamage() throws Exception {
        RecordedFolder.make(folder, 1, "none");
        String name = RunFolder.liveLogFile(1, 0);
        Files.writeString(folder.resolve(RecordedFolder.ENV).resolve(name), "{\"step\":1");

        AuditReport report = AUDIT.audit(folder);

        assertFalse(report.isDamaged(), report.findings().toString());
        requireNote(report, name, "", "with events that may be in no log");
    }

    @Test
    void whatAPlanLeavesOutIsNotMissed() throws IOException {
        for (StepSchedule steps :
                List.of(StepSchedule.everyNth(3), StepSchedule.first(20), StepSchedule.withProbability(0.5, 1))) {
            Path planned = folder.resolve(steps.toString().replace(' ', '_'));
            RecordingPlan plan = RecordingPlan.EVERYTHING.withSteps(steps).withEpisodes(EpisodeSchedule.everyNth(2));
            try (EpisodeRecorder recorder = RecordedFolder.open(planned, 0, "sensor", plan)) {
                RecordedFolder.record(recorder.env(0), 40, true);
                RecordedFolder.record(recorder.env(1), 40, false);
            }

            AuditReport report = AUDIT.audit(planned);

            assertFalse(report.isDamaged(), steps + ": " + report.findings());
            List<EpisodeRecord> lines = ResultFolder.open(planned).episodes();
            assertEquals(1, lines.size());
            assertEquals(steps.isRegular(), lines.get(0).json().path("metrics").size() > 0);
        }
    }

    @Test
    void everyWayToEndAnEpisodeIsSound() throws IOException {
        try (EpisodeRecorder recorder = RecordedFolder.open(folder, 0, "all")) {
            RecordedFolder.recordUntil(recorder.env(0), 9, EpisodeOutcome.discarded("no"));
            RecordedFolder.recordUntil(recorder.env(1), 9, EpisodeOutcome.aborted("stopped"));
        }
        try (EpisodeRecorder recorder = RecordedFolder.open(folder, 1, "all")) {
            RecordedFolder.recordUntil(recorder.env(0), 0, EpisodeOutcome.failure("at once"));
            RecordedFolder.recordUntil(recorder.env(1), 2, EpisodeOutcome.success("lucky"));
        }
        try (EpisodeRecorder recorder = RecordedFolder.open(folder, 2, "all")) {
            RecordedFolder.recordUntil(recorder.env(0), 1, EpisodeOutcome.failure("fell"));
            RecordedFolder.recordUntil(recorder.env(1), 1, EpisodeOutcome.aborted("stopped"));
        }

        AuditReport report = AUDIT.audit(folder);

        assertEquals(List.of(), report.findings());
    }

    @Test
    void aFolderThatPromisesNothingIsNoted() throws IOException {
        try (EpisodeRecorder recorder = RecordedFolder.open(folder, 0, "none")) {
            RecordedFolder.recordUntil(recorder.env(0), 2, EpisodeOutcome.failure("fell"));
            RecordedFolder.recordUntil(recorder.env(1), 2, EpisodeOutcome.success("held"));
        }
        Files.delete(folder.resolve(RecordedFolder.ENV).resolve("run_complete.json"));
        requireNote(
                AUDIT.audit(folder),
                "run_complete.json",
                "",
                "is missing: not all runs were done, or their program did not write it; how many runs and videos there"
                        + " should be is unknown");
    }

    @Test
    void anEventOfAnUnknownStepIsANote() throws Exception {
        Path foreign = Examples.make(folder.resolve("foreign"), "--foreign");
        Path log = foreign.resolve(Examples.ENV).resolve("log_0_env0.json");
        Files.writeString(log, Files.readString(log).replaceFirst("\"step\": \\d+", "\"step\": -1"));

        AuditReport report = AUDIT.audit(foreign);

        assertFalse(report.isDamaged(), report.findings().toString());
        requireNote(report, "log_0_env0.json", "", "without a step (-1)");
    }

    @Test
    void framesThatWereDroppedAndCountedAreNotMissed() throws Exception {
        Path ours = RecordedFolder.make(folder.resolve("ours"), 1, "sensor");
        try (Stream<Path> files = Files.list(ours.resolve(RecordedFolder.ENV))) {
            Path video = files.filter(f -> f.toString().endsWith("_0_env0.mp4"))
                    .findFirst()
                    .get();
            Files.delete(video);
        }
        Path results = ours.resolve("episode_results.jsonl");
        List<String> lines = new ArrayList<>(Files.readAllLines(results));
        String place = "\"env_id\":0";
        lines.replaceAll(line -> line.replaceAll(" ", "").contains(place)
                ? line.replaceFirst("\\{", "{\"dropped_video_frames\": 40, ")
                : line);
        Files.write(results, lines);

        AuditReport report = AUDIT.audit(ours);

        assertFalse(report.isDamaged(), report.findings().toString());
        requireNote(report, "episode_results.jsonl", "dropped_video_frames", "is 40");
    }

    @Test
    void withoutConfigurationTheLinesSayTheTimeStepOfTheirMetrics() throws Exception {
        Path folder = Examples.make(this.folder.resolve("clean"), "");
        Files.delete(folder.resolve(Examples.ENV).resolve("env_cfg.json"));
        Path results = folder.resolve("episode_results.jsonl");
        Files.writeString(
                results,
                Files.readString(results)
                        .replaceAll("\"dt\": [^,]+", "\"dt\": 0.125")
                        .replaceAll("\"duration\": [^,]+, ", ""));
        ResultFolder read = ResultFolder.open(folder);
        MetricSets metrics = MetricSets.onClassPath(RecorderConfig.defaults());
        assertEquals(
                4,
                MetricsWriter.write(read, FolderMetrics.compute(read, metrics).episodes())
                        .linesWritten());

        AuditReport report = AUDIT.audit(folder);

        assertEquals(
                List.of(),
                report.findings().stream()
                        .filter(f -> f.place().contains("metrics"))
                        .toList());
    }

    @Test
    void bytesThatBringTheLibraryDownAreNamedAndTheRestIsRead() throws Exception {
        RecordedFolder.make(folder, 2, "none");
        Path run = folder.resolve(RecordedFolder.ENV).resolve("run_0.hdf5");
        // The size of a text in the heap of texts, which HDF5 trusts.
        damageFirstTextSize(run);

        AuditReport report = AUDIT.audit(folder);

        assertTrue(report.isDamaged());
        assertTrue(
                report.findings().stream().anyMatch(f -> f.file().equals(run)),
                report.findings().toString());
        assertTrue(
                report.findings().stream().noneMatch(f -> f.file().endsWith("run_1.hdf5")),
                report.findings().toString());
        assertTrue(report.episodes() >= 2, "run 1 was not read");
    }

    private static void damageFirstTextSize(Path run) throws IOException {
        byte[] content = Files.readAllBytes(run);
        int heap = new String(content, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("GCOL");
        int second = heap + 16 + 16 + (content[heap + 24] + 7) / 8 * 8;
        content[second + 10] = 1;
        Files.write(run, content);
    }

    @Test
    void noFlippedByteEndsTheAudit() throws Exception {
        RecordedFolder.make(folder, 1, "none");
        Path run = folder.resolve(RecordedFolder.ENV).resolve("run_0.hdf5");
        byte[] content = Files.readAllBytes(run);
        Random random = new Random(SEED);
        for (int i = 0; i < 40; i++) {
            int at = random.nextInt(content.length);
            byte old = content[at];
            flip(run, at, (byte) (old ^ (1 + random.nextInt(255))));

            AuditReport report = AUDIT.audit(folder);

            assertEquals(1, report.runFiles(), "byte " + at);
            for (FileFault finding : report.findings()) {
                assertFalse(finding.problem().isBlank(), "byte " + at);
            }
            flip(run, at, old);
        }
        assertEquals(List.of(), AUDIT.audit(folder).findings());
    }

    private static void flip(Path file, int at, byte value) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {value}), at);
        }
    }

    private static void requireNote(AuditReport report, String file, String inside, String problem) {
        require(report, FileFault.Severity.NOTE, file, inside, problem);
    }

    private static void requireError(AuditReport report, String file, String inside, String problem) {
        require(report, FileFault.Severity.ERROR, file, inside, problem);
    }

    private static void require(
            AuditReport report, FileFault.Severity severity, String file, String inside, String problem) {
        assertTrue(
                report.findings().stream()
                        .anyMatch(f -> f.severity() == severity
                                && f.file().endsWith(file)
                                && f.place().contains(inside)
                                && f.problem().contains(problem)),
                () -> severity + " " + file + " " + problem + " not in " + report.findings());
    }
}
