package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.minari.ForeignArrow;
import io.github.roboreel.dataset.minari.MinariFormat;
import io.github.roboreel.format.DType;
import io.github.roboreel.recordings.ArraySpec;
import io.github.roboreel.recordings.Episode;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Recordings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrow datasets as Minari writes them, imported and read in their place. */
class MinariArrowImportIT {
    private static final Imports IMPORTS = new Imports(new MinariFormat());

    @TempDir
    private Path folder;

    private Path dataset;

    @BeforeEach
    void write() throws IOException {
        dataset = ForeignArrow.write(folder.resolve("lab/pick-v0"));
    }

    @Test
    void everyArrayIsRecordedBitForBit() throws IOException {
        Path out = folder.resolve("out");
        ImportSummary summary = IMPORTS.run(dataset, out);
        assertEquals(2, summary.episodes());
        assertEquals(12, summary.steps());
        String notes = String.join("\n", summary.notes());
        assertTrue(notes.contains("attribute 'options/gains' is left out"), notes);
        assertTrue(notes.contains("'infos/when' is left out: it is of a type that a step cannot hold"), notes);
        for (Path place : List.of(dataset, out)) {
            try (Recordings recordings = Recordings.open(place)) {
                for (int i = 0; i < 2; i++) {
                    requireEpisode(recordings.episode(i), i);
                }
            }
        }
    }

    private static void requireEpisode(Episode episode, int number) throws IOException {
        int steps = ForeignArrow.STEPS.get(number);
        assertEquals(steps, episode.steps());
        assertEquals(40 + number, episode.facts().seed().orElseThrow());
        assertEquals("{\"level\": 3}", episode.facts().attributes().get("reset_options"));
        requireValues(episode, "q", "q", DType.FLOAT32, 3);
        requireValues(episode, "cam", "cam", DType.UINT8, 33, 40, 3);
        requireValues(episode, "bits", "bits", DType.INT32, 3);
        requireValues(episode, "pair/_index_0", "pair/0", DType.FLOAT64);
        requireValues(episode, "pair/_index_1", "pair/1", DType.INT32);
        for (int row = 0; row < steps; row++) {
            assertEquals(
                    ForeignArrow.word(number, row),
                    episode.read("obs/word", row, row + 1).row(0).text());
        }
        assertEquals(
                ForeignArrow.word(number, steps),
                episode.read("final_obs/word").row(0).text());
        requireRows(episode.read("actions"), "actions", number, 0, 2, 1);
        requireRows(episode.read("rewards"), "rewards", number, 0);
        requireRows(episode.read("infos/speed"), "speed", number, 1, 2, 2);
        requireRows(episode.read("initial_state/infos/speed"), "speed", number, 0, 2, 2);
        byte[] flags = episode.read("infos/deep/flag").bytes();
        byte[] ends = episode.read(number == 0 ? "terminations" : "truncations").bytes();
        for (int step = 0; step < steps; step++) {
            assertEquals((step + 1) % 2, flags[step]);
            assertEquals(step == steps - 1 ? 1 : 0, ends[step]);
        }
    }

    private static void requireValues(Episode episode, String path, String name, DType dtype, int... shape)
            throws IOException {
        int number =
                episode.facts().attributes().get("imported_from").toString().endsWith("1") ? 1 : 0;
        NdArray all = episode.read("obs/" + path);
        assertEquals(dtype, all.dtype());
        requireRows(all, name, number, 0, shape);
        requireRows(episode.read("final_obs/" + path), name, number, (int) episode.steps(), shape);
    }

    private static void requireRows(NdArray rows, String name, int number, int first, int... shape) {
        int count = rows.shape()[0];
        for (int row = 0; row < count; row++) {
            NdArray values = rows.row(row);
            assertArrayEquals(shape, values.shape(), name);
            for (int i = 0; i < values.doubles().length; i++) {
                assertEquals(ForeignArrow.value(name, number, first + row, i), values.getDouble(i), name);
            }
        }
    }

    @Test
    void aNumberOfEpisodesThatIsNotTrueIsRefused() throws IOException {
        Path metadata = dataset.resolve("data/metadata.json");
        String said = Files.readString(metadata);
        Files.writeString(metadata, said.replace("\"total_episodes\": 2", "\"total_episodes\": 2147483647"));
        assertEquals(
                "'episode_2' is missing, but the dataset says that it has 2147483647 episodes; repair the dataset",
                IMPORTS.refusal(dataset, folder.resolve("out")));
        Files.writeString(metadata, said);
        Files.writeString(dataset.resolve("data/0/metadata.json"), "{\"total_steps\": 6}");
        assertEquals(
                "'episode_0' says total_steps 6, but has 5 actions; repair the dataset",
                IMPORTS.refusal(dataset, folder.resolve("out")));
        Files.writeString(dataset.resolve("data/0/metadata.json"), "[".repeat(5_000));
        String deep = IMPORTS.refusal(dataset, folder.resolve("out"));
        assertTrue(deep.contains("0/metadata.json is no JSON: "), deep);
    }

    @Test
    void anEpisodeWhoseTableIsDamagedHidesNoOthersInPlace() throws IOException {
        try (Stream<Path> files = Files.list(dataset.resolve("data/0"))) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".arrow")).toList()) {
                Files.writeString(file, "no table");
            }
        }
        try (Recordings recordings = Recordings.open(dataset)) {
            assertEquals(1, recordings.episodes().size());
            requireEpisode(recordings.episodes().get(0), 1);
            assertTrue(
                    recordings.problems().toString().contains("episode 0 is left out: "), "" + recordings.problems());
        }
    }

    @Test
    void boundsAreThoseOfTheSpace() throws IOException {
        try (Recordings recordings = Recordings.open(dataset)) {
            Episode episode = recordings.episode(0);
            ArraySpec q = episode.spec("obs/q");
            assertEquals(-3, q.minimum());
            assertEquals(3.5, q.maximum());
        }
    }
}
