package io.github.roboreel.recordings.events;

import io.github.roboreel.format.fault.IoFunction;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import io.github.roboreel.recordings.episodes.WantedEpisodes;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.RunFile;
import io.github.roboreel.recordings.folder.EventLog;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.recordings.folder.StoredDemo;
import io.github.roboreel.recordings.folder.StoredDemos;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The time lines of all episodes of a folder or a run file.
 *
 * @param lines demo by demo
 * @param problems what could not be read, or not be aligned to steps
 */
public record TimeLines(List<TimeLine> lines, List<FileFault> problems) {
    public TimeLines {
        lines = List.copyOf(lines);
        problems = List.copyOf(problems);
    }

    /**
     * Reads them.
     *
     * @param path an output folder, an env folder, or a run file in one
     * @throws IOException when there is nothing at this path, or it cannot be listed
     */
    public static TimeLines read(Path path) throws IOException {
        return read(path, EpisodeChoice.all());
    }

    /**
     * Reads some of them.
     *
     * @param choice of the episodes
     * @throws io.github.roboreel.format.fault.RoboReelException of kind BAD_ARGUMENT, when values of a name are wanted
     *     that no episode has
     * @throws IOException as {@link #read(Path)}
     */
    public static TimeLines read(Path path, EpisodeChoice choice) throws IOException {
        return Files.isRegularFile(path) ? ofFile(path, choice) : ofFolder(path, choice);
    }

    private static TimeLines ofFile(Path path, EpisodeChoice choice) throws IOException {
        ResultFolder folder = ResultFolder.ofRun(path.toAbsolutePath().normalize());
        boolean isRun = folder.envs().stream().anyMatch(env -> !env.runs().isEmpty());
        return isRun
                ? of(folder, folder.envs(), choice)
                : nothing(path, "is no run file by its name", "give a run file such as run_0.hdf5 in its env folder");
    }

    private static TimeLines ofFolder(Path path, EpisodeChoice choice) throws IOException {
        ResultFolder folder = ResultFolder.open(path);
        if (!folder.envs().isEmpty()) {
            return of(folder, folder.envs(), choice);
        }
        Path absolute = path.toAbsolutePath().normalize();
        ResultFolder above = ResultFolder.open(absolute.getParent());
        List<EnvFolder> env =
                above.env(absolute.getFileName().toString()).stream().toList();
        return env.isEmpty() ? nothing(path, "holds no run file", "give an output folder") : of(above, env, choice);
    }

    private static TimeLines nothing(Path path, String problem, String advice) {
        return new TimeLines(List.of(), List.of(FileFault.leftOut(path, problem, advice)));
    }

    private static TimeLines of(ResultFolder folder, List<EnvFolder> envs, EpisodeChoice choice) {
        List<TimeLine> lines = new ArrayList<>();
        List<FileFault> problems = new ArrayList<>();
        WantedEpisodes wanted = new WantedEpisodes(folder, choice);
        for (EnvFolder env : envs) {
            if (wanted.includesEnv(env.name())) {
                problems.addAll(folder.problemsOf(env));
                env.runs().forEach(run -> lines.addAll(of(env, run, demo -> wanted.includes(env, demo), problems)));
            }
        }
        if (lines.isEmpty()) {
            wanted.requireKnownNames();
        }
        return new TimeLines(lines, problems);
    }

    /**
     * The time lines of one run file, in the order of its demos.
     *
     * @param problems where what cannot be read is added
     */
    public static List<TimeLine> of(EnvFolder env, RunFile run, List<FileFault> problems) {
        return of(env, run, demo -> true, problems);
    }

    private static List<TimeLine> of(
            EnvFolder env, RunFile run, IoFunction<StoredDemo, Boolean> wanted, List<FileFault> problems) {
        List<TimeLine> lines = new ArrayList<>();
        new StoredDemos(env, problems).visit(run, demo -> {
            if (wanted.apply(demo)) {
                lines.add(line(env, demo, problems));
            }
        });
        return lines;
    }

    private static TimeLine line(EnvFolder env, StoredDemo demo, List<FileFault> problems) throws IOException {
        Optional<EventLog> log = EventLog.ofDemo(env, demo, "", problems);
        TimeLineBuilder builder =
                new TimeLineBuilder(env, demo, log.map(EventLog::dtSeconds).orElse(OptionalDouble.empty()));
        log.ifPresent(builder::addLog);
        builder.addSubtasks();
        TimeLine line = builder.build();
        if (!line.hasAlignedSubtasks()) {
            problems.add(FileFault.doubtful(
                    demo.file().path(),
                    0,
                    "has subtask rows in "
                            + demo.path()
                            + " that are not aligned to steps: "
                            + "there is one only where something happened",
                    "go by the log's entries for when it happened"));
        }
        return line;
    }
}
