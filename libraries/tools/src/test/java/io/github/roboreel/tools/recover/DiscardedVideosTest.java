package io.github.roboreel.tools.recover;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.hdf5.recover.DemoRecovery;
import io.github.roboreel.recorder.hdf5.recover.RecoveryReport;
import io.github.roboreel.tools.recover.FolderRecovery.DiscardedVideos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiscardedVideosTest {
    @TempDir
    Path folder;

    @Test
    void onlyUnfinishedVideosOfDiscardedEpisodesGo() throws IOException {
        Set<String> others = Set.of(
                "put_it_3_env0.recording.mp4",
                "put_it_3_env10.recording.mp4",
                "put_it_13_env1.recording.mp4",
                "put_it_3.recording.mp4",
                "put_it_3_env1.mp4",
                "run_3.hdf5");
        for (String name : others) {
            Files.writeString(folder.resolve(name), "kept");
        }
        Files.writeString(folder.resolve("put_it_3_env1.recording.mp4"), "frames");
        Files.writeString(folder.resolve("put_it_3_env1_viewport.finishing"), "frames");
        List<DemoRecovery> demos =
                List.of(demo("demo_0", EpisodeStatus.RECOVERED), demo("demo_1", EpisodeStatus.DISCARDED));

        DiscardedVideos.drop(folder.resolve("run_3.hdf5"), report(demos), OptionalInt.empty());

        assertEquals(others, names());
    }

    @Test
    void theOnlyEnvOfARunHasNoNumberInItsVideos() throws IOException {
        Files.writeString(folder.resolve("put_it_0.recording.mp4"), "frames");
        Files.writeString(folder.resolve("put_it_1.recording.mp4"), "kept");
        List<DemoRecovery> demos = List.of(demo("demo_0", EpisodeStatus.DISCARDED));

        DiscardedVideos.drop(folder.resolve("run_0.hdf5"), report(demos), OptionalInt.empty());

        assertEquals(Set.of("put_it_1.recording.mp4"), names());
    }

    /** The report may be about fewer demos than the run has places for. */
    @Test
    void aDemoOfManyPlacesHasItsNumberInItsVideos() throws IOException {
        Files.writeString(folder.resolve("put_it_0.recording.mp4"), "kept");
        Files.writeString(folder.resolve("put_it_0_env0.recording.mp4"), "frames");
        List<DemoRecovery> demos = List.of(demo("demo_0", EpisodeStatus.DISCARDED));

        DiscardedVideos.drop(folder.resolve("run_0.hdf5"), report(demos), OptionalInt.of(256));

        assertEquals(Set.of("put_it_0.recording.mp4"), names());
    }

    private static DemoRecovery demo(String name, EpisodeStatus status) {
        return new DemoRecovery(name, status, 0, DemoRecovery.Rows.NONE, false, List.of(), 0);
    }

    private RecoveryReport report(List<DemoRecovery> demos) {
        return new RecoveryReport(
                folder.resolve("run.hdf5"), RecoveryReport.Outcome.RECOVERED, demos, List.of(), List.of(), List.of());
    }

    private Set<String> names() throws IOException {
        Set<String> names = new TreeSet<>();
        try (Stream<Path> files = Files.list(folder)) {
            files.forEach(file -> names.add(file.getFileName().toString()));
        }
        return names;
    }
}
