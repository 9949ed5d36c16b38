package io.github.roboreel.recordings.events;

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
import java.util.function.BiPredicate;

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
        return read(path, (envName, episode) -> true);
    }

    /**
     * Reads some of them.
     *
     * @param isWanted of the name of an env and the number of an episode in it
     * @throws IOException as {@link #read(Path)}
     */
    public static TimeLines read(Path path, BiPredicate<String, Integer> isWanted) throws IOException {
        List<TimeLine> lines = new ArrayList<>();
        List<FileFault> problems = new ArrayList<>();
        if (Files.isRegularFile(path)) {
            readFile(path, isWanted, lines, problems);
        } else {
            readFolder(path, isWanted, lines, problems);
        }
        return new TimeLines(lines, problems);
    }

    private static void readFolder(
            Path path, BiPredicate<String, Integer> isWanted, List<TimeLine> lines, List<FileFault> problems)
            throws IOException {
        ResultFolder folder = ResultFolder.open(path);
        List<EnvFolder> envs = folder.envs();
        if (envs.isEmpty()) {
            Path absolute = path.toAbsolutePath().normalize();
            folder = ResultFolder.open(absolute.getParent());
            envs = folder.env(absolute.getFileName().toString()).stream().toList();
        }
        if (envs.isEmpty()) {
            problems.add(FileFault.leftOut(path, "holds no run file", "give an output folder"));
        }
        for (EnvFolder env : envs) {
            problems.addAll(folder.problemsOf(env));
            env.runs().forEach(run -> lines.addAll(of(env, run, isWanted, problems)));
        }
    }

    /**
     * The time lines of one run file, in the order of its demos.
     *
     * @param problems where what cannot be read is added
     */
    public static List<TimeLine> of(EnvFolder env, RunFile run, List<FileFault> problems) {
        return of(env, run, (envName, episode) -> true, problems);
    }

    private static List<TimeLine> of(
            EnvFolder env, RunFile run, BiPredicate<String, Integer> isWanted, List<FileFault> problems) {
        List<TimeLine> lines = new ArrayList<>();
        new StoredDemos(env, problems).visit(run, demo -> {
            if (isWanted.test(env.name(), demo.episode())) {
                lines.add(line(env, demo, problems));
            }
        });
        return lines;
    }

    private static void readFile(
            Path path, BiPredicate<String, Integer> isWanted, List<TimeLine> lines, List<FileFault> problems)
            throws IOException {
        Path file = path.toAbsolutePath().normalize();
        Path folder = file.getParent();
        Optional<EnvFolder> env =
                ResultFolder.open(folder.getParent()).env(folder.getFileName().toString());
        Optional<RunFile> run = env.flatMap(
                e -> e.runs().stream().filter(r -> r.path().equals(file)).findFirst());
        if (run.isEmpty()) {
            problems.add(FileFault.leftOut(
                    path, "is no run file by its name", "give a run file such as run_0.hdf5 in its env folder"));
            return;
        }
        lines.addAll(of(env.get(), run.get(), isWanted, problems));
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
