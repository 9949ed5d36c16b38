package io.github.roboreel.dataset.minari;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.RecordedRuns;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.minari.MinariOptions.DataFormat;
import io.github.roboreel.dataset.minari.MinariOptions.Observations;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Exports of real recordings, read by h5py. */
class MinariExporterIT {
    private static final String ID = "robolab/pick/banana-v0";
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int EPISODES = RecordedRuns.RUNS * RecordedRuns.ENVS;
    private static final int STEPS = RecordedEpisodes.steps();

    private static final int FEW = 2;
    private static final int FEW_STEPS = RecordedRuns.steps(0, 0) + RecordedRuns.steps(0, 1);
    private static final int THREE_STEPS = FEW_STEPS + RecordedRuns.steps(0, 2);

    @TempDir
    static Path recordings;

    private static RecordedRuns plain;
    private static RecordedRuns images;
    private static RecordedRuns withoutFinal;

    private static EpisodeSource fewPlain;
    private static EpisodeSource fewImages;

    @TempDir
    Path root;

    @BeforeAll
    static void record() {
        plain = RecordedRuns.record(recordings.resolve("plain"), false);
        images = RecordedRuns.record(recordings.resolve("images"), true);
        fewPlain = RecordedEpisodes.first(FEW, plain);
        fewImages = RecordedEpisodes.first(FEW, images);
        List<FieldSpec> fields = RecordedRuns.schema(true).specs().stream()
                .filter(spec -> !spec.path().equals("final_obs/clock"))
                .toList();
        withoutFinal = RecordedRuns.record(recordings.resolve("unfinished"), FieldSchema.of(fields));
    }

    private MinariOptions options(Observations observations, RewardPolicy reward) {
        return new MinariOptions(root, ID, DataFormat.HDF5, false, observations, reward, false, MinariDescription.NONE);
    }

    private static ExportSummary export(MinariOptions options, EpisodeSource source) throws IOException {
        return new MinariExporter(options).export(source, ExportProgress.NONE);
    }

    @Test
    void statesGiveOneObservationMoreThanActions() throws Exception {
        ExportSummary summary = export(options(Observations.STATES, RewardPolicy.SUCCESS), plain);
        assertEquals(root.resolve(ID), summary.target());
        assertEquals(EPISODES, summary.episodes());
        assertEquals(STEPS, summary.steps());
        Map<String, String> seen = MinariCheck.run(recordings, root, ID, "states");
        assertEquals("" + EPISODES, seen.get("episodes"));
        assertEquals("" + STEPS, seen.get("steps"));
        assertEquals("0.5.0", seen.get("version"));
        assertEquals("/articulation/robot/joint_position,/rigid_object/banana/root_pose", seen.get("observations"));
        assertEquals(summary.arraysCompared(), Integer.parseInt(seen.get("arrays")) + 3 * EPISODES);
        for (int i = 0; i < EPISODES; i++) {
            requireVerdict(seen, i, "1.0", "1.0");
        }
        requireAttributes(seen);
    }

    /** Env 0 and 3 succeed, 1 fails, 2 runs out of time. */
    private static void requireVerdict(Map<String, String> seen, int episode, String sum, String last) {
        int env = episode % RecordedRuns.ENVS;
        assertEquals(env == 2 ? "False\tTrue" : "True\tFalse", seen.get("ends_" + episode));
        boolean success = env == 0 || env == 3;
        assertEquals(success ? sum + "\t" + last : "0.0\t0.0", seen.get("rewards_" + episode));
    }

    private static void requireAttributes(Map<String, String> seen) throws IOException {
        JsonNode episode = JSON.readTree(seen.get("episode_6"));
        assertEquals(6, episode.get("id").asInt());
        assertEquals(RecordedRuns.steps(1, 2), episode.get("total_steps").asInt());
        assertEquals(1012, episode.get("seed").asInt());
        assertFalse(episode.get("success").booleanValue());
        assertTrue(episode.get("success").isBoolean());
        assertEquals("state", episode.get("final_observation").asText());
        assertEquals("success", episode.get("rewards_source").asText());
        assertEquals(0, episode.get("rewards_sum").doubleValue());
        JsonNode ours = episode.get("robolab");
        assertEquals(RecordedRuns.INSTRUCTION, ours.get("instruction").asText());
        assertEquals("pi0", ours.get("policy").asText());
        assertEquals("truncated", ours.get("ending").asText());
        assertEquals("demo_2", ours.get("demo").asText());
        assertEquals(1, ours.get("run").asInt());
        assertEquals(0.25, ours.get("score").doubleValue());
        assertEquals(RecordedRuns.DT_SECONDS, ours.get("dt_seconds").doubleValue());
        assertEquals(3.5, ours.get("metrics").get("ee_path_length").doubleValue());
        assertEquals("Zoë", ours.get("attributes").get("operator").asText());
        assertEquals(1, ours.get("attributes").get("shift").asInt());
        JsonNode success = JSON.readTree(seen.get("episode_0"));
        assertEquals(1 / 20.0, success.get("rewards_mean").doubleValue());
        assertEquals(1, success.get("rewards_max").doubleValue());
        assertEquals(0, success.get("rewards_min").doubleValue());
        assertEquals(Math.sqrt(0.05 - 0.0025), success.get("rewards_std").doubleValue(), 1e-15);
        JsonNode metadata = JSON.readTree(seen.get("metadata"));
        assertEquals("rad", metadata.get("units").get("actions").asText());
        JsonNode config = metadata.get("environments").get(RecordedRuns.ENV_NAME);
        assertEquals(8, config.get("decimation").asInt());
    }

    @Test
    void camerasStayAsTheyAreBesideStates() throws Exception {
        ExportSummary summary = export(options(Observations.STATES, RewardPolicy.SCORE_DELTA), fewImages);
        assertTrue(
                summary.notes().contains("'obs/wrist_cam' is in infos, frames as they are"), summary.notes()::toString);
        Map<String, String> seen = MinariCheck.run(recordings, root, ID, "states");
        assertEquals("", seen.get("pictures"));
        assertEquals("0.5.0", seen.get("version"));
        assertTrue(Files.size(root.resolve(ID + "/data/metadata.json")) < 5000);
    }

    @Test
    void camerasAmongObservationsArePicturesWithoutLoss() throws Exception {
        ExportSummary summary = export(options(Observations.OBS, RewardPolicy.RECORDED), fewImages);
        Map<String, String> seen = MinariCheck.run(recordings, root, ID, "recorded");
        assertEquals("/wrist_cam", seen.get("pictures"));
        assertEquals("0.5.3", seen.get("version"));
        assertEquals("" + FEW_STEPS, seen.get("steps"));
        assertEquals("/arm_joint_pos,/clock,/gripper_pos,/wrist_cam", seen.get("observations"));
        JsonNode episode = JSON.readTree(seen.get("episode_0"));
        assertEquals("recorded", episode.get("final_observation").asText());
        assertEquals("absent", episode.get("rewards_source").asText());
        assertFalse(episode.has("dropped_last_step"));
        assertTrue(
                summary.notes().stream().anyMatch(n -> n.startsWith("no rewards were recorded")),
                summary.notes()::toString);
    }

    @Test
    void withoutFinalObservationTheLastActionIsLeftOutAndSaidSo() throws Exception {
        ExportSummary summary =
                export(options(Observations.OBS, RewardPolicy.SUCCESS), RecordedEpisodes.first(3, withoutFinal));
        assertEquals(THREE_STEPS - 3, summary.steps());
        assertTrue(
                summary.notes().get(0).contains("the last action of every episode is left out")
                        && summary.notes().get(0).endsWith("has no 'final_obs/clock' for it"),
                summary.notes()::toString);
        Map<String, String> seen = MinariCheck.run(recordings, root, ID, "dropped");
        assertEquals("" + (THREE_STEPS - 3), seen.get("steps"));
        for (int i = 0; i < 3; i++) {
            requireVerdict(seen, i, "1.0", "1.0");
            JsonNode episode = JSON.readTree(seen.get("episode_" + i));
            assertTrue(episode.get("dropped_last_step").booleanValue());
            assertFalse(episode.has("final_observation"));
        }
    }

    @Test
    void anEpisodeWithoutFinalObservation_costsTheOthersNothing() throws Exception {
        RecordedRuns mixed = RecordedRuns.recordWithoutFinal(recordings.resolve("mixed"), 1);
        ExportSummary summary =
                export(options(Observations.OBS, RewardPolicy.SUCCESS), RecordedEpisodes.first(3, mixed));
        assertEquals(THREE_STEPS - 1, summary.steps());
        String note = summary.notes().get(0);
        assertTrue(note.startsWith("the last action of some episodes is left out, with what it led to, since "), note);
        assertTrue(note.contains("run_0.hdf5, data/demo_1 has no 'final_obs/"), note);
        Map<String, String> seen = MinariCheck.run(recordings, root, ID, "mixed");
        assertEquals("" + (THREE_STEPS - 1), seen.get("steps"));
        for (int i = 0; i < 3; i++) {
            JsonNode episode = JSON.readTree(seen.get("episode_" + i));
            assertEquals(i == 1, episode.has("dropped_last_step"));
            assertEquals(i != 1, episode.has("final_observation"));
        }
    }

    @Test
    void oldMinariFindsWhatItNeedsInTheSameFile() throws Exception {
        MinariOptions old = new MinariOptions(
                root,
                "banana-teleop-v1",
                DataFormat.HDF5,
                true,
                Observations.OBS,
                RewardPolicy.SUCCESS,
                false,
                MinariDescription.NONE);
        ExportSummary summary = export(old, fewImages);
        assertTrue(
                summary.notes().stream().anyMatch(n -> n.startsWith("'obs/wrist_cam' is in infos")),
                summary.notes()::toString);
        MinariOptions more = new MinariOptions(
                root,
                "banana-teleop-v1",
                DataFormat.HDF5,
                true,
                Observations.OBS,
                RewardPolicy.SUCCESS,
                true,
                MinariDescription.NONE);
        export(more, fewImages);
        Map<String, String> added = MinariCheck.run(recordings, root, "banana-teleop-v1", "recorded", "old");
        assertEquals("0.5.0", added.get("version"));
        assertEquals("" + 2 * FEW, added.get("episodes"));
    }

    @Test
    void anExistingDatasetIsLeftAsItIs() throws Exception {
        MinariOptions options = options(Observations.STATES, RewardPolicy.SUCCESS);
        export(options, fewPlain);
        Map<Path, byte[]> before = files();
        String message = assertThrows(ExportRefusedException.class, () -> export(options, fewPlain))
                .getMessage();
        assertTrue(message.contains("exists already and is left as it is"), message);
        MinariOptions inside = new MinariOptions(
                root,
                ID + "/inner-v0",
                DataFormat.HDF5,
                false,
                Observations.STATES,
                RewardPolicy.SUCCESS,
                false,
                MinariDescription.NONE);
        String nested = assertThrows(ExportRefusedException.class, () -> export(inside, fewPlain))
                .getMessage();
        assertTrue(nested.contains("is a dataset itself"), nested);
        requireSame(before, files());
    }

    @Test
    void aFolderThatIsNoDatasetIsLeftAsItIsToo() throws Exception {
        Path note = root.resolve(ID).resolve("note.txt");
        Files.createDirectories(note.getParent());
        Files.writeString(note, "mine");
        MinariOptions options = options(Observations.STATES, RewardPolicy.SUCCESS);
        assertThrows(ExportRefusedException.class, () -> export(options, fewPlain));
        assertEquals(1, files().size());
        assertEquals("mine", Files.readString(note));
    }

    @Test
    void moreEpisodesAreNumberedOn() throws Exception {
        Path namespace = root.resolve("robolab/namespace_metadata.json");
        Files.createDirectories(namespace.getParent());
        Files.writeString(namespace, "{\"description\": \"ours\"}");
        export(options(Observations.STATES, RewardPolicy.SUCCESS), fewImages);
        Path file = root.resolve(ID).resolve("data/metadata.json");
        ObjectNode metadata = (ObjectNode) JSON.readTree(file.toFile());
        metadata.putArray("author").add("Zoë");
        Files.writeString(file, metadata.toString());
        ExportSummary summary = export(append(Observations.STATES), fewImages);
        assertEquals(2 * FEW, summary.episodes());
        assertEquals(FEW_STEPS, summary.steps());
        Map<String, String> seen = MinariCheck.run(recordings, root, ID, "states");
        assertEquals("" + 2 * FEW, seen.get("episodes"));
        assertEquals("" + 2 * FEW_STEPS, seen.get("steps"));
        requireVerdict(seen, 0, "1.0", "1.0");
        assertEquals("1.0\t1.0", seen.get("rewards_2"));
        assertEquals("0.0\t0.0", seen.get("rewards_3"));
        assertEquals("Zoë", JSON.readTree(file.toFile()).get("author").get(0).asText());
        assertEquals("{\"description\": \"ours\"}", Files.readString(namespace));
    }

    private MinariOptions append(Observations observations) {
        return new MinariOptions(
                root, ID, DataFormat.HDF5, false, observations, RewardPolicy.SUCCESS, true, MinariDescription.NONE);
    }

    @Test
    void whatDoesNotFitIsNotAdded() throws Exception {
        export(options(Observations.STATES, RewardPolicy.SUCCESS), fewPlain);
        Map<Path, byte[]> before = files();
        String message = assertThrows(ExportRefusedException.class, () -> export(append(Observations.OBS), fewPlain))
                .getMessage();
        assertTrue(message.contains("has \"states\" as its observations"), message);
        requireDeath(append(Observations.STATES), fewPlain);
        requireSame(before, files());
    }

    @Test
    void twoCannotAddAtTheSameTime() throws Exception {
        export(options(Observations.STATES, RewardPolicy.SUCCESS), fewPlain);
        Files.createDirectory(root.resolve(ID).resolve(".data.appending"));
        String message = assertThrows(ExportRefusedException.class, () -> export(append(Observations.STATES), fewPlain))
                .getMessage();
        assertTrue(message.contains("delete that folder, the dataset is whole"), message);
    }

    @Test
    void whatAKilledExportHadWholeIsAddedByTheNext() throws Exception {
        export(options(Observations.STATES, RewardPolicy.SUCCESS), fewPlain);
        Path metadata = root.resolve(ID).resolve("data/metadata.json");
        byte[] before = Files.readAllBytes(metadata);
        export(append(Observations.STATES), fewPlain);
        Path work = Files.createDirectory(root.resolve(ID).resolve(".data.appending"));
        Files.write(work.resolve("metadata_before.json"), before);
        Files.move(metadata, work.resolve("metadata.json"));
        Files.writeString(metadata, "{}");
        String changed = appendRefused();
        assertTrue(changed.contains("was changed after an export died"), changed);
        Files.write(metadata, before);
        String finished = appendRefused();
        assertTrue(finished.contains("that is done now, and the dataset has 4 episodes"), finished);
        assertFalse(Files.exists(work));
        assertEquals("4", MinariCheck.run(recordings, root, ID, "states").get("episodes"));
    }

    private String appendRefused() {
        return assertThrows(ExportRefusedException.class, () -> export(append(Observations.STATES), fewPlain))
                .getMessage();
    }

    @Test
    void anExportThatFailsLeavesNothing() throws Exception {
        MinariOptions options = options(Observations.OBS, RewardPolicy.SUCCESS);
        requireDeath(options, fewImages);
        try (Stream<Path> all = Files.list(root)) {
            assertEquals(List.of(), all.toList());
        }
    }

    @Test
    void aLeftOverOfAKilledExportIsInNoDatasetAndTold() throws Exception {
        Path folder = root.resolve(ID);
        Path left = folder.resolveSibling("." + folder.getFileName() + ".exporting-1/a.json");
        Files.createDirectories(left.getParent());
        Files.writeString(left, "{");
        ExportSummary summary = export(options(Observations.STATES, RewardPolicy.SUCCESS), fewPlain);
        assertEquals("{", Files.readString(left));
        assertTrue(
                summary.notes().stream().anyMatch(n -> n.startsWith(left.getParent() + " is of")),
                summary.notes()::toString);
        try (Stream<Path> all = Files.list(folder)) {
            assertEquals(List.of(folder.resolve("data")), all.toList());
        }
    }

    @Test
    void aDatasetThatCameToExistMeanwhileIsLeftAsItIs() throws Exception {
        Path data = root.resolve(ID).resolve("data");
        ExportProgress inTheWay = RecordedEpisodes.atPhase("checking", () -> Files.createDirectories(data));
        MinariExporter exporter = new MinariExporter(options(Observations.STATES, RewardPolicy.SUCCESS));
        String message = assertThrows(IOException.class, () -> exporter.export(fewPlain, inTheWay))
                .getMessage();
        assertTrue(message.contains("came to exist during the export"), message);
        try (Stream<Path> all = Files.walk(root.resolve(ID).getParent())) {
            List<Path> folders = all.filter(Files::isDirectory).toList();
            assertEquals(List.of(root.resolve(ID).getParent(), root.resolve(ID), data), folders);
        }
    }

    @Test
    void withoutStatesTheAdviceIsToTakeObs() throws Exception {
        List<FieldSpec> fields = RecordedRuns.schema(false).specs().stream()
                .filter(spec -> !spec.path().startsWith("states/"))
                .toList();
        RecordedRuns stateless = RecordedRuns.record(root.resolve("runs"), FieldSchema.of(fields));
        MinariOptions options = options(Observations.STATES, RewardPolicy.SUCCESS);
        String message = assertThrows(ExportRefusedException.class, () -> export(options, stateless))
                .getMessage();
        assertTrue(message.endsWith("choose the observations obs"), message);
        assertFalse(Files.exists(root.resolve("robolab")));
    }

    /** A source fails while its second episode is written. */
    private static void requireDeath(MinariOptions options, EpisodeSource runs) {
        RecordedEpisodes.Writing writing = new RecordedEpisodes.Writing();
        EpisodeSource dying = RecordedEpisodes.dyingAfter(1, runs, writing);
        MinariExporter exporter = new MinariExporter(options);
        IOException failure = assertThrows(IOException.class, () -> exporter.export(dying, writing));
        assertEquals("the disk is gone", failure.getMessage());
    }

    private Map<Path, byte[]> files() throws IOException {
        return RecordedEpisodes.files(root);
    }

    private static void requireSame(Map<Path, byte[]> before, Map<Path, byte[]> after) {
        assertEquals(before.keySet(), after.keySet());
        before.forEach((file, bytes) -> assertArrayEquals(bytes, after.get(file), file::toString));
    }
}
