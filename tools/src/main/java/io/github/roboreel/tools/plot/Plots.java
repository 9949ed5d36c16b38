package io.github.roboreel.tools.plot;

import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.tools.EpisodeRecord;
import io.github.roboreel.tools.Problem;
import io.github.roboreel.tools.RateInterval;
import io.github.roboreel.tools.ResultFolder;
import io.github.roboreel.tools.metrics.RecordedEpisode;
import io.github.roboreel.tools.metrics.RecordedEpisodes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Draws an output folder: success rates, paths of the end effector per env, and for chosen episodes
 * joint positions against commands, speed and score.
 */
public final class Plots {
    /**
     * What was drawn.
     *
     * @param folder the pictures
     * @param notes sentences about what was left out because it would have been too much
     * @param problems what could not be read
     */
    public record Drawn(PlotFolder folder, List<String> notes, List<Problem> problems) {
        /** Copies the lists. */
        public Drawn {
            notes = List.copyOf(notes);
            problems = List.copyOf(problems);
        }
    }

    private final ResultFolder source;
    private final PlotFolder target;
    private final EpisodeSelection selection;
    private final RateInterval interval;
    private final List<Problem> problems;
    private final TraceReader traces;
    private final Map<String, EnvPlots> envs = new TreeMap<>();
    private Optional<IOException> failure = Optional.empty();

    private Plots(
            ResultFolder source,
            PlotFolder target,
            EpisodeSelection selection,
            RateInterval interval,
            MetricSettings robot) {
        this.source = source;
        this.target = target;
        this.selection = selection;
        this.interval = interval;
        this.problems = new ArrayList<>(source.problems());
        this.traces = new TraceReader(robot, problems);
    }

    /**
     * Draws a folder. What cannot be read is among the problems and the rest is drawn.
     *
     * @param selection which episodes; the success rates are always those of all
     * @param interval which interval of a success rate
     * @param robot what the robot's datasets mean
     * @throws IOException when a picture cannot be written or this machine has no fonts
     */
    public static Drawn draw(
            ResultFolder source,
            PlotFolder target,
            EpisodeSelection selection,
            RateInterval interval,
            MetricSettings robot)
            throws IOException {
        Fonts.require();
        return new Plots(source, target, selection, interval, robot).draw();
    }

    private Drawn draw() throws IOException {
        drawSuccess();
        new RecordedEpisodes(source, problems)
                .visit(episode -> selection.includes(episode.episode()), this::visit);
        if (failure.isPresent()) {
            throw failure.get();
        }
        List<String> notes = new ArrayList<>();
        for (EnvPlots env : envs.values()) {
            env.drawPaths();
            notes.addAll(env.notes());
        }
        if (envs.isEmpty() && problems.isEmpty()) {
            problems.add(
                    Problem.leftOut(
                            source.path(),
                            "holds no such episode to draw",
                            "give a folder with run files, or other --episodes"));
        }
        return new Drawn(target, notes, problems);
    }

    private void drawSuccess() throws IOException {
        List<TaskRate> rates = new ArrayList<>();
        source.episodesByEnv().forEach((name, lines) -> rates.add(rate(name, lines)));
        if (!rates.isEmpty()) {
            String folder = source.path().toAbsolutePath().normalize().getFileName().toString();
            target.write("success_rate", SuccessFigure.of(folder, rates, interval));
        }
    }

    private static TaskRate rate(String name, List<EpisodeRecord> lines) {
        int judged = (int) lines.stream().filter(line -> line.success().isPresent()).count();
        int successes = (int) lines.stream().filter(EpisodeRecord::isSuccess).count();
        return new TaskRate(name, successes, judged, lines.size() - judged);
    }

    /** A picture that cannot be written is no fault of the episode: nothing more is drawn then. */
    private void visit(RecordedEpisode episode, EpisodeReader reader) throws IOException {
        EnvPlots env =
                envs.computeIfAbsent(
                        episode.env().name(), name -> new EnvPlots(name, selection, target));
        if (failure.isPresent()) {
            return;
        }
        if (!env.hasRoom()) {
            env.leaveOut();
            return;
        }
        Optional<EpisodeTrace> trace = traces.read(episode, reader);
        try {
            env.add(trace);
        } catch (IOException e) {
            failure = Optional.of(e);
        }
    }
}
