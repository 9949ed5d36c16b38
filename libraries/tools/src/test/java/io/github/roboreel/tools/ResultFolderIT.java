package io.github.roboreel.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.DemoLocation;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.EventLog;
import io.github.roboreel.recordings.folder.ResultFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Finds its way in folders of all three kinds. */
class ResultFolderIT {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"'', false, 2", "--foreign, false, 2", "--legacy, true, 1"})
    void findsTheDataOfEachEpisode(String mode, boolean isLegacy, int runFiles) throws Exception {
        ResultFolder read = ResultFolder.open(Examples.make(folder.resolve("x"), mode));

        assertEquals(List.of(), read.problems());
        EnvFolder env = read.env(Examples.ENV).orElseThrow();
        assertEquals(isLegacy, env.legacyRun().isPresent());
        assertEquals(Optional.empty(), env.runComplete());
        assertEquals(runFiles, env.runs().size());
        assertEquals(8 / 120.0, env.dtSecondsOrDefault(), 1e-12);
        assertEquals(4, read.episodes().size());
        for (EpisodeRecord line : read.episodes()) {
            int episode = line.episode().orElseThrow();
            assertEquals(OptionalInt.of(episode / 2), line.run());
            assertEquals(OptionalInt.of(episode % 2), line.envId());
            assertEquals(line.episodeStep().orElseThrow(), storedSteps(env, line));
            requireEvents(env, line);
        }
    }

    private static long storedSteps(EnvFolder env, EpisodeRecord line) throws Exception {
        DemoLocation location = env.demoOf(line).orElseThrow();
        assertTrue(Files.isRegularFile(location.file()));
        try (Hdf5RunReader reader = Hdf5RunReader.open(location.file())) {
            return reader.demo(location.demo()).numSamples();
        }
    }

    /** Both schemas give the same steps, codes and names. */
    private static void requireEvents(EnvFolder env, EpisodeRecord line) throws Exception {
        int steps = line.episodeStep().orElseThrow();
        List<EpisodeEvent> events =
                EventLog.read(env.logOf(line).orElseThrow().path()).events();
        boolean wrong = !line.wrongObjectsGrabbed().isEmpty();
        assertEquals(
                List.of(7, steps / 2 + 1, wrong ? steps - 4 : steps),
                events.stream().map(EpisodeEvent::step).toList());
        assertEquals(
                List.of(
                        "GRIPPER_FULLY_CLOSED",
                        "OBJECT_GRABBED_SUCCESS",
                        wrong ? "WRONG_OBJECT_GRABBED_FAILURE" : "OBJECT_PLACED_ON_TOP_SUCCESS"),
                events.stream().map(EpisodeEvent::name).toList());
    }
}
