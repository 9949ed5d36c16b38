package io.github.roboreel.cli.plot;

import io.github.roboreel.cli.plot.Plots.PlotOptions;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.RecordedEpisode;
import io.github.roboreel.recordings.episodes.RecordedEpisodes;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Draws the episodes of one folder, env by env. */
final class FolderPlots {
    private final ResultFolder source;
    private final String prefix;
    private final PlotFolder target;
    private final PlotOptions options;
    private final List<FileFault> problems;
    private final TraceReader traces;
    private final Map<String, EnvPlots> envs = new TreeMap<>();
    private Optional<IOException> failure = Optional.empty();

    /**
     * @param prefix what stands before the envs' names, to tell folders apart; may be empty
     * @param problems where what cannot be read is added
     */
    FolderPlots(ResultFolder source, String prefix, PlotFolder target, PlotOptions options, List<FileFault> problems) {
        this.source = source;
        this.prefix = prefix;
        this.target = target;
        this.options = options;
        this.problems = problems;
        this.traces = new TraceReader(options.robot(), problems);
    }

    /** Draws, and says in sentences what was left out. */
    List<String> draw() throws IOException {
        int problemsBefore = problems.size();
        new RecordedEpisodes(source, problems)
                .visit(episode -> options.selection().includes(episode.episode()), this::visit);
        if (failure.isPresent()) {
            throw failure.get();
        }
        List<String> notes = new ArrayList<>();
        for (EnvPlots env : envs.values()) {
            env.drawPaths();
            notes.addAll(env.notes());
        }
        if (envs.isEmpty()
                && problems.size() == problemsBefore
                && source.problems().isEmpty()) {
            problems.add(FileFault.leftOut(
                    source.path(), "holds no such episode to draw", "give a folder with run files, or other episodes"));
        }
        return notes;
    }

    /** A picture that cannot be written is no fault of the episode: nothing more is drawn then. */
    private void visit(RecordedEpisode episode, EpisodeReader reader) throws IOException {
        EnvPlots env = envs.computeIfAbsent(
                episode.env().name(), name -> new EnvPlots(prefix + name, options.selection(), target));
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
