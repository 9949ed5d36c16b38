package io.github.roboreel.dashboard.index;

import static io.github.roboreel.recordings.folder.JsonNumbers.orNull;

import io.github.roboreel.dashboard.index.EnvSummary.Run.State;
import io.github.roboreel.format.RunComplete;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.hdf5.recover.RunRecovery;
import io.github.roboreel.recordings.folder.EnvFolder;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Files of an env folder, counted.
 *
 * @param summary of the folder
 * @param isUnclosed whether a recorder left a run or a video unfinished
 * @param firstMillis when a file was written first, since 1970; {@link Long#MAX_VALUE} without files
 * @param lastMillis when a file was written last; 0 without files
 */
record EnvScan(EnvSummary summary, boolean isUnclosed, long firstMillis, long lastMillis) {
    /**
     * Looks at every file's name, size and time.
     *
     * @param isLive whether a process is recording into it
     */
    static EnvScan of(EnvFolder env, boolean isLive) {
        Counter counter = new Counter();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(env.path())) {
            for (Path file : files) {
                counter.add(file);
            }
        } catch (IOException | DirectoryIteratorException e) {
            // What was counted so far is shown; the code that reads the folder reports what is wrong.
        }
        Set<String> unclosed = unclosed(env.path(), counter);
        List<EnvSummary.Run> runs = counter.runs(isLive ? State.RECORDING : State.UNCLOSED, unclosed);
        env.removedRuns().forEach(run -> runs.add(new EnvSummary.Run(run, RunFolder.runFile(run), 0, State.REMOVED)));
        boolean isUnclosed = counter.hasUnfinishedVideo
                || runs.stream().anyMatch(run -> run.state() == State.UNCLOSED || run.state() == State.RECORDING);
        return new EnvScan(summary(env, runs, counter.bytes), isUnclosed, counter.firstMillis, counter.lastMillis);
    }

    private static EnvSummary summary(EnvFolder env, List<EnvSummary.Run> runs, long bytes) {
        String task = env.settings().taskName();
        String instruction = env.settings().instruction();
        return new EnvSummary(
                env.name(),
                task == null ? env.name() : task,
                instruction == null ? "" : instruction,
                env.dtSecondsOrDefault(),
                orNull(env.demosPerRun()),
                env.runComplete().map(RunComplete::numRuns).orElse(null),
                runs,
                bytes);
    }

    /** Names of run files that their recorder did not close, those without a trace beside them, too. */
    private static Set<String> unclosed(Path folder, Counter counter) {
        Set<String> names = new HashSet<>(counter.traced);
        try {
            RunRecovery.unclosedRuns(folder)
                    .forEach(run -> names.add(run.getFileName().toString()));
        } catch (IOException e) {
            // The traces say what can be said.
        }
        return names;
    }

    /** Counter of a folder's files. */
    private static final class Counter {
        private final Map<String, Long> runFiles = new TreeMap<>();
        private final Set<String> traced = new HashSet<>();
        private boolean hasUnfinishedVideo;
        private long bytes;
        private long firstMillis = Long.MAX_VALUE;
        private long lastMillis;

        void add(Path file) throws IOException {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            if (!attributes.isRegularFile()) {
                return;
            }
            String name = file.getFileName().toString();
            bytes += attributes.size();
            firstMillis = Math.min(firstMillis, attributes.lastModifiedTime().toMillis());
            lastMillis = Math.max(lastMillis, attributes.lastModifiedTime().toMillis());
            if (RunFolder.runOf(name).isPresent() || name.equals(RunFolder.LEGACY_RUN_FILE)) {
                runFiles.put(name, attributes.size());
            } else {
                RunFolder.runFileOf(file)
                        .ifPresent(run -> addTrace(run.getFileName().toString()));
            }
            hasUnfinishedVideo |=
                    name.endsWith(RunFolder.RECORDING_VIDEO_SUFFIX) || name.endsWith(RunFolder.FINISHING_VIDEO_SUFFIX);
        }

        private void addTrace(String runFile) {
            traced.add(runFile);
            runFiles.putIfAbsent(runFile, 0L);
        }

        List<EnvSummary.Run> runs(State open, Set<String> unclosed) {
            List<EnvSummary.Run> runs = new ArrayList<>();
            runFiles.forEach((name, size) -> runs.add(new EnvSummary.Run(
                    RunFolder.runOf(name).orElse(-1), name, size, unclosed.contains(name) ? open : State.DONE)));
            runs.sort(java.util.Comparator.comparingInt(EnvSummary.Run::run));
            return runs;
        }
    }
}
