package io.github.roboreel.dataset.rlds;

import static io.github.roboreel.dataset.rlds.ChangedEpisodes.onlyRun;
import static io.github.roboreel.dataset.rlds.ExportChecks.EPISODES;
import static io.github.roboreel.dataset.rlds.ExportChecks.STEP_ARRAYS;
import static io.github.roboreel.dataset.rlds.ExportChecks.actions;
import static io.github.roboreel.dataset.rlds.ExportChecks.assertUnchanged;
import static io.github.roboreel.dataset.rlds.ExportChecks.checked;
import static io.github.roboreel.dataset.rlds.ExportChecks.compared;
import static io.github.roboreel.dataset.rlds.ExportChecks.contents;
import static io.github.roboreel.dataset.rlds.ExportChecks.json;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.RecordedRuns;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.rlds.RldsOptions.ImageFormat;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an export refuses, and that it leaves what is there as it is. */
class RldsTargetIT {
    @TempDir
    static Path recordings;

    private static RecordedRuns runs;

    @TempDir
    Path folder;

    @BeforeAll
    static void record() {
        runs = RecordedRuns.record(recordings, false);
    }

    private RldsOptions options(RewardPolicy reward) {
        return ExportChecks.options(folder, reward, ImageFormat.PNG, false);
    }

    private RldsOptions appending(RewardPolicy reward) {
        return ExportChecks.options(folder, reward, ImageFormat.PNG, true);
    }

    private ExportSummary export(RldsOptions options, EpisodeSource source) throws IOException {
        return new RldsExporter(options).export(source, ExportProgress.NONE);
    }

    @Test
    void refusesEpisodesWithNothingToObserve() {
        FieldSchema schema = FieldSchema.of(List.of(FieldSpec.step("actions", DType.FLOAT32, 2)));
        RecordedRuns runs = RecordedRuns.record(folder.resolve("runs"), schema);
        assertRefused("nothing to observe", options(RewardPolicy.SUCCESS), runs);
        assertFalse(Files.exists(folder.resolve("tfds")));
    }

    @Test
    void refusesAnEpisodeThatIsThereTwice() {
        EpisodeSource twice = visitor -> {
            runs.visit(visitor);
            runs.visit(visitor);
        };
        assertRefused("is the same episode as", options(RewardPolicy.SUCCESS), twice);
    }

    @Test
    void leavesAnExistingDatasetAsItIs() throws Exception {
        Path target = export(options(RewardPolicy.SUCCESS), runs).target();
        Map<String, byte[]> before = contents(target);
        assertRefused("exists already", options(RewardPolicy.SUCCESS), runs);
        assertRefused("was not begun for appending", appending(RewardPolicy.SUCCESS), runs);
        assertUnchanged(before, target);
    }

    @Test
    void leavesNothingUnderTheNameWhenAnEpisodeCannotBeRead() throws Exception {
        int[] visits = new int[1];
        EpisodeSource failing = visitor -> {
            visits[0]++;
            runs.visit(visitor);
            if (visits[0] == 2) {
                throw new IOException("the disk is gone");
            }
        };
        assertThrows(IOException.class, () -> export(options(RewardPolicy.SUCCESS), failing));
        try (Stream<Path> left = Files.list(folder.resolve("tfds").resolve("robolab_banana"))) {
            assertEquals(List.of(), left.toList());
        }
    }

    @Test
    void refusesAnEpisodeTooLargeForOneRecord() throws Exception {
        RldsExporter exporter = new RldsExporter(options(RewardPolicy.SUCCESS), new RldsExporter.Limits(1 << 20, 4096));
        ExportRefusedException refused =
                assertThrows(ExportRefusedException.class, () -> exporter.export(runs, ExportProgress.NONE));
        String where = runs.facts(0, 0).where();
        assertTrue(refused.getMessage().startsWith(where + " takes more than 4096 bytes"), refused.getMessage());
        assertFalse(Files.exists(options(RewardPolicy.SUCCESS).target()));
    }

    @Test
    void refusesToAppendBesideWhatAKilledExportLeft() throws Exception {
        RldsOptions appending = appending(RewardPolicy.SUCCESS);
        Path target = export(appending, onlyRun(runs, 0)).target();
        Files.writeString(target.resolve("robolab_banana-train.tfrecord-00001"), "left");
        Files.writeString(target.resolve("robolab_banana-train.tfrecord-00002"), "left");
        Map<String, byte[]> before = contents(target);
        String both = "tfrecord-00001, robolab_banana-train.tfrecord-00002]";
        assertRefused(both, appending, onlyRun(runs, 1));
        assertUnchanged(before, target);
    }

    @Test
    void canBeRepeatedAfterAnAppendThatFailedAtItsEnd() throws Exception {
        RldsOptions appending = appending(RewardPolicy.SUCCESS);
        Path target = export(appending, onlyRun(runs, 0)).target();
        Map<String, byte[]> before = contents(target);
        Path info = DatasetInfoFile.in(target);
        Path aside = folder.resolve("info");
        RldsExporter small = new RldsExporter(appending, new RldsExporter.Limits(1, Integer.MAX_VALUE));
        ExportProgress blocking = new WhenChecking(() -> block(info, aside));
        assertThrows(IOException.class, () -> small.export(onlyRun(runs, 1), blocking));
        Files.delete(info.resolve("in the way"));
        Files.delete(info);
        Files.move(aside, info);
        assertUnchanged(before, target);
        small.export(onlyRun(runs, 1), ExportProgress.NONE);
        assertEquals(1 + RecordedRuns.ENVS, DatasetInfoFile.read(target).shards());
        assertEquals(EPISODES * STEP_ARRAYS, compared(target, runs));
        try (Stream<Path> beside = Files.list(target.getParent())) {
            assertEquals(List.of(target), beside.toList(), "nothing of the first try is left");
        }
    }

    /** Nothing can be renamed to a folder that is not empty. */
    private static void block(Path file, Path aside) throws IOException {
        Files.move(file, aside);
        Files.createDirectory(file);
        Files.createFile(file.resolve("in the way"));
    }

    /** Does something when the written records are about to be checked. */
    private record WhenChecking(Action action) implements ExportProgress {
        @FunctionalInterface
        interface Action {
            void run() throws IOException;
        }

        @Override
        public void phase(String name, long steps) {
            try {
                if (name.equals("checking")) {
                    action.run();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void advanced(long steps) {}
    }

    @Test
    void refusesToAppendToWhatIsNoDataset() throws Exception {
        RldsOptions appending = appending(RewardPolicy.SUCCESS);
        Path target = Files.createDirectories(appending.target());
        assertRefused("holds no dataset_info.json", appending, runs);
        Files.writeString(DatasetInfoFile.in(target), "{\"splits\": [{\"name\": \"all\"}]}");
        Files.writeString(FeaturesFile.in(target), "{}");
        Files.writeString(RldsPlan.metadataIn(target), "{}");
        assertRefused("does not have the one split 'train'", appending, runs);
        Files.writeString(DatasetInfoFile.in(target), "{\"splits\":");
        IOException damaged = assertThrows(IOException.class, () -> export(appending, onlyRun(runs, 0)));
        assertTrue(damaged.getMessage().contains("dataset_info.json is damaged"));
    }

    @Test
    void findsAValueThatIsNotTheRecordedOne() throws Exception {
        int[] visits = new int[1];
        EpisodeSource flipping = visitor -> {
            boolean check = ++visits[0] == 3;
            runs.visit((facts, episode) ->
                    visitor.visit(facts, check && facts.env() == 2 ? new FlippedReader(episode, "contact") : episode));
        };
        IOException found = assertThrows(IOException.class, () -> export(options(RewardPolicy.SUCCESS), flipping));
        assertTrue(
                found.getMessage().contains("demo_2: steps/next/contact reads back differently"), found.getMessage());
        assertFalse(Files.exists(options(RewardPolicy.SUCCESS).target()));
    }

    @Test
    void appendsWhatFits() throws Exception {
        RldsOptions appending = appending(RewardPolicy.SUCCESS);
        Path target = export(appending, onlyRun(runs, 0)).target();
        byte[] shard = Files.readAllBytes(target.resolve("robolab_banana-train.tfrecord-00000"));
        ObjectNode info = JsonFiles.read(DatasetInfoFile.in(target)).put("citation", "Doe, 2026");
        JsonFiles.write(DatasetInfoFile.in(target), info);
        RldsAbout licence = new RldsAbout(Map.of(RldsAbout.LICENSE, "MIT"));
        ExportSummary second = export(appending.withAbout(licence), onlyRun(runs, 1));
        assertEquals(EPISODES, second.episodes());
        checked(target, actions() + EPISODES);
        assertEquals(
                "Doe, 2026", json(target, "dataset_info.json").path("citation").asText());
        assertEquals(
                "MIT",
                json(target, "dataset_info.json")
                        .at("/redistributionInfo/license")
                        .asText());
        assertEquals(info.path("description"), json(target, "dataset_info.json").path("description"));
        assertEquals(EPISODES * STEP_ARRAYS, compared(target, runs));
        assertArrayEquals(shard, Files.readAllBytes(target.resolve("robolab_banana-train.tfrecord-00000")));
        Map<String, byte[]> before = contents(target);
        assertRefused("is already in", appending, onlyRun(runs, 1));
        assertRefused("was made with", appending(RewardPolicy.SCORE_DELTA), onlyRun(runs, 1));
        RecordedRuns other = RecordedRuns.record(folder.resolve("other"), true);
        assertRefused("differ in 'steps/observation/wrist_cam'", appending, other);
        assertUnchanged(before, target);
    }

    private void assertRefused(String why, RldsOptions options, EpisodeSource source) {
        ExportRefusedException refused = assertThrows(ExportRefusedException.class, () -> export(options, source));
        assertTrue(refused.getMessage().contains(why), refused.getMessage());
    }
}
