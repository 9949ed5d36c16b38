package io.github.roboreel.dataset.minari;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.Python;
import io.github.roboreel.dataset.RecordedRuns;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.minari.MinariOptions.DataFormat;
import io.github.roboreel.dataset.minari.MinariOptions.Observations;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.spi.files.ArrayFileFormat;
import io.github.roboreel.recorder.spi.files.ArrayFileWriter;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Minari would stumble over is found, here in a dataset that was changed. */
class DatasetCheckIT {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String ID = "banana-v0";

    @TempDir
    static Path recordings;

    private static RecordedRuns runs;

    @TempDir
    Path root;

    private Path data;

    /** A change of the HDF5 file. */
    @FunctionalInterface
    private interface Change {
        void make(ArrayFileWriter file) throws IOException;
    }

    @BeforeEach
    void export() throws IOException {
        if (runs == null) {
            runs = RecordedRuns.record(recordings, false);
        }
        data = root.resolve(ID).resolve("data");
        exporter().export(few(), ExportProgress.NONE);
    }

    private static EpisodeSource few() {
        return RecordedEpisodes.first(5, runs);
    }

    private MinariExporter exporter() {
        return new MinariExporter(new MinariOptions(
                root,
                ID,
                DataFormat.HDF5,
                false,
                Observations.STATES,
                RewardPolicy.SUCCESS,
                true,
                MinariDescription.NONE));
    }

    @Test
    void changedMetadata() throws IOException {
        requireFound("author is no array", root -> root.put("author", "Zoë"));
        requireFound("total_steps is 1 and not", root -> root.put("total_steps", 1));
        requireFound("episode_5 is missing", root -> root.put("total_episodes", 9));
        requireFound("another id", root -> root.put("dataset_id", "other-v0"));
        requireFound("null as its action_space", root -> root.putNull("action_space"));
        requireFound("env_spec without", root -> root.put("env_spec", "{}"));
        requireFound(
                "has \"deg\" as its units of 'actions'",
                root -> ((ObjectNode) root.at("/robolab/units")).put("actions", "deg"));
        requireFound("total_episodes is no whole", root -> root.put("total_episodes", "5"));
    }

    private void requireFound(String problem, Consumer<ObjectNode> change) throws IOException {
        Path file = data.resolve("metadata.json");
        String before = Files.readString(file);
        ObjectNode metadata = (ObjectNode) JSON.readTree(before);
        change.accept(metadata);
        Files.writeString(file, metadata.toString());
        requireRefused(problem);
        assertEquals(metadata.toString(), Files.readString(file));
        Files.writeString(file, before);
    }

    private void requireRefused(String problem) {
        Exception failure = assertThrows(Exception.class, () -> exporter().export(few(), ExportProgress.NONE));
        assertTrue(failure.getMessage().contains(problem), failure.getMessage());
        assertFalse(Files.exists(data.resolveSibling(".data.appending")));
    }

    @Test
    void changedArrays() throws Exception {
        requireFoundInFile("holds [stray]", file -> file.group("stray"));
        requireFoundWithOneMoreRow("episode 3: rewards has 30 rows instead of 29", "episode_3/rewards");
        requireFoundWithOneMoreRow("episode 0: terminations are set before the last step", "episode_0/terminations");
        requireFoundInFile(
                "episode 2: observations/extra is",
                file -> file.array("episode_2/observations/extra", DType.INT16, List.of(), 1, true));
        requireFoundInFile(
                "episode 1: other belongs to nothing",
                file -> file.array("episode_1/other", DType.INT16, List.of(), 1, true));
        requireFoundInFile("rows instead of 1;", file -> file.attribute("episode_4", "total_steps", 1L));
    }

    /** Small arrays do not grow, so h5py puts a longer one in the place of one. */
    private void requireFoundWithOneMoreRow(String problem, String array) throws Exception {
        Path file = data.resolve("main_data.hdf5");
        byte[] before = Files.readAllBytes(file);
        Python.run("""
                import sys, h5py
                import numpy as np
                with h5py.File(sys.argv[1], "r+") as file:
                    name = sys.argv[2]
                    rows = file[name][()]
                    del file[name]
                    file[name] = np.append(rows, np.zeros(1, rows.dtype))
                """, file, Path.of(array));
        requireRefused(problem);
        Files.write(file, before);
    }

    private void requireFoundInFile(String problem, Change change) throws IOException {
        Path file = data.resolve("main_data.hdf5");
        byte[] before = Files.readAllBytes(file);
        try (ArrayFileWriter writer = ArrayFileFormat.hdf5().append(file)) {
            change.make(writer);
        }
        requireRefused(problem);
        Files.write(file, before);
    }
}
