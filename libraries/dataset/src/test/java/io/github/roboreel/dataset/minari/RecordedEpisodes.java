package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.RecordedRuns;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What tests know and want of the episodes that {@link RecordedRuns} makes. */
final class RecordedEpisodes {
    private RecordedEpisodes() {}

    /** Of all of them. */
    static int steps() {
        return IntStream.range(0, RecordedRuns.RUNS * RecordedRuns.ENVS)
                .map(i -> RecordedRuns.steps(i / RecordedRuns.ENVS, i % RecordedRuns.ENVS))
                .sum();
    }

    /** The first of them, as many as a test needs. */
    static EpisodeSource first(int episodes, RecordedRuns runs) {
        return visitor -> runs.visit((facts, episode) -> {
            if (facts.episode() < episodes) {
                visitor.visit(facts, episode);
            }
        });
    }

    /** A disk that fails once an export is past its first looks, when it writes. */
    static EpisodeSource dyingAfter(int episodes, EpisodeSource runs, Writing writing) {
        return visitor -> {
            int[] seen = {0};
            runs.visit((facts, episode) -> {
                if (writing.begun && seen[0]++ == episodes) {
                    throw new IOException("the disk is gone");
                }
                visitor.visit(facts, episode);
            });
        };
    }

    /** Something that happens. */
    @FunctionalInterface
    interface Event {
        void happen() throws IOException;
    }

    /** Lets something happen when an export comes to a phase. */
    static ExportProgress atPhase(String phase, Event event) {
        return new ExportProgress() {
            @Override
            public void phase(String name, long steps) {
                try {
                    if (name.equals(phase)) {
                        event.happen();
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }

            @Override
            public void advanced(long steps) {}
        };
    }

    /** Knows when an export has begun to write. */
    static final class Writing implements ExportProgress {
        private boolean begun;

        @Override
        public void phase(String name, long steps) {
            begun = true;
        }

        @Override
        public void advanced(long steps) {}
    }

    /** All files below a folder, with what is in them. */
    static Map<Path, byte[]> files(Path root) throws IOException {
        Map<Path, byte[]> files = new LinkedHashMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
                files.put(file, Files.readAllBytes(file));
            }
        }
        return files;
    }
}
