package io.github.roboreel.recordings.transform;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recordings.Episode;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Recordings;
import io.github.roboreel.recordings.SmallRuns;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.transform.flow.Batch;
import io.github.roboreel.recordings.transform.flow.BatchReader;
import io.github.roboreel.recordings.transform.flow.Prefetch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transformations of what a recorder really wrote. */
class RecordedStepsIT {
    private static final int RUNS = 3;

    @TempDir
    private static Path temp;

    private static Path folder;

    @BeforeAll
    static void record() {
        folder = SmallRuns.make(temp.resolve("three"), RUNS);
    }

    @Test
    void stepsAreThoseThatAreReadOneByOne() throws IOException {
        try (Recordings recordings = Recordings.open(folder)) {
            List<Step> expected = recordings.steps(0, recordings.numSteps(), 1);
            assertEquals(expected, Episodes.of(recordings).steps().toList());
            assertEquals(
                    expected,
                    new Prefetch(3, 1 << 20).steps(Episodes.of(recordings)).toList());
            Step few = Episodes.of(recordings, "actions", "obs/label")
                    .steps()
                    .toList()
                    .get(5);
            assertEquals(Set.of("actions", "obs/label"), few.values().keySet());
            Step group = Episodes.of(recordings, "obs").steps().toList().get(5);
            assertTrue(
                    group.has("obs/camera") && !group.has("actions"),
                    group.values().keySet() + "");
        }
    }

    @Test
    void chunksOfActionsReachIntoTheEpisodeAlone() throws IOException {
        try (Recordings recordings = Recordings.open(folder)) {
            List<EpisodeSteps> chunked = Episodes.of(recordings, "actions")
                    .mapSteps(ActionChunk.of(4))
                    .toList();
            for (int index = 0; index < chunked.size(); index++) {
                Episode episode = recordings.episode(index);
                List<Step> steps = chunked.get(index).steps().toList();
                assertEquals(episode.steps(), steps.size());
                NdArray last = steps.get(steps.size() - 1).get("actions");
                assertArrayEquals(new int[] {4, 7}, last.shape());
                assertEquals(episode.read("actions").row(-1), last.row(0));
                assertEquals(last.row(0), last.row(3));
            }
        }
    }

    @Test
    void shuffledBatchesHoldEveryStepOnceInTheSameOrderForTheSameSeed() throws IOException {
        try (Recordings recordings = Recordings.open(folder)) {
            List<Double> once = shuffled(recordings, 1);
            assertEquals(once, shuffled(recordings, 4));
            assertEquals(recordings.numSteps(), once.size());
            assertEquals(once.size(), new HashSet<>(once).size());
        }
    }

    private static List<Double> shuffled(Recordings recordings, int threads) throws IOException {
        Steps steps = new Prefetch(threads, 1 << 18)
                .steps(Episodes.of(recordings, "actions").shuffle(RUNS * SmallRuns.ENVS, 3))
                .shuffle(40, 4);
        Batch batch = Batch.like(steps.take(1).toList().get(0), 16, true);
        List<Double> first = new ArrayList<>();
        try (BatchReader reader = BatchReader.open(steps)) {
            for (int rows = reader.next(batch); rows > 0; rows = reader.next(batch)) {
                for (int row = 0; row < rows; row++) {
                    first.add((double) batch.buffer("actions").getFloat(row * 7 * Float.BYTES));
                }
            }
        }
        return first;
    }
}
