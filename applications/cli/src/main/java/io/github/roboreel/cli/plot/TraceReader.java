package io.github.roboreel.cli.plot;

import io.github.roboreel.cli.plot.EpisodeTrace.ScoreTrack;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.metrics.EpisodeMetrics;
import io.github.roboreel.recorder.metrics.EpisodeSignals;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.RecordedEpisode;
import io.github.roboreel.recordings.folder.EnvFolder.LogFile;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.EventLog;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Reads what plots show of a stored episode.
 *
 * @param problems where logs that cannot be read are added
 */
record TraceReader(MetricSettings robot, List<FileFault> problems) {
    /** Empty when the episode is too short to have metrics. */
    Optional<EpisodeTrace> read(RecordedEpisode episode, EpisodeReader reader) throws IOException {
        double dtSeconds = episode.period(reader).seconds();
        Optional<EpisodeSignals> signals = EpisodeSignals.read(reader, dtSeconds, robot);
        if (signals.isEmpty()) {
            return Optional.empty();
        }
        Map<String, Double> metrics = EpisodeMetrics.STANDARD.compute(signals.get());
        List<EpisodeEvent> events = events(episode);
        return Optional.of(new EpisodeTrace(
                new EpisodeTrace.Title(
                        episode.env().name(), label(episode), fileStem(episode), verdict(episode, reader)),
                signals.get(),
                jointNames(reader),
                metrics,
                scores(episode, reader, events),
                events));
    }

    private List<String> jointNames(EpisodeReader reader) throws IOException {
        String path = robot.jointPositionPath();
        return reader.has(path) ? reader.info(path).signal().names() : List.of();
    }

    private static String label(RecordedEpisode episode) {
        String place = episode.run().isPresent() && episode.envId().isPresent()
                ? " (run "
                        + episode.run().getAsInt()
                        + ", env "
                        + episode.envId().getAsInt()
                        + ")"
                : "";
        return "episode " + episode.episode() + place;
    }

    private static String fileStem(RecordedEpisode episode) {
        return String.format(Locale.ROOT, "episode_%03d", episode.episode());
    }

    /** The results know best; without a line the demo's own verdict, if it was judged. */
    private static Verdict verdict(RecordedEpisode episode, EpisodeReader reader) throws IOException {
        if (episode.line().isPresent()) {
            return Verdict.of(episode.line().get());
        }
        Map<String, Object> attributes = reader.attributes();
        Object status = attributes.get(AttributeNames.STATUS);
        boolean judged = status == null || EpisodeOutcome.verdict(attributes).isPresent();
        boolean hasVerdict = judged && attributes.get(AttributeNames.SUCCESS) instanceof Boolean;
        return Verdict.of(
                hasVerdict ? Optional.of((Boolean) attributes.get(AttributeNames.SUCCESS)) : Optional.empty(),
                Optional.ofNullable(status).map(Object::toString));
    }

    private List<EpisodeEvent> events(RecordedEpisode episode) {
        Optional<LogFile> log =
                episode.line().flatMap(line -> episode.env().logOf(line)).or(() -> logWithoutLine(episode));
        if (log.isEmpty()) {
            return List.of();
        }
        try {
            EventLog read = EventLog.read(log.get().path());
            problems.addAll(read.problems());
            return read.events();
        } catch (IOException e) {
            problems.add(FileFault.leftOut(
                    log.get().path(), "cannot be read, so its events are not drawn", "mend it or copy it again"));
            return List.of();
        }
    }

    private static Optional<LogFile> logWithoutLine(RecordedEpisode episode) {
        return episode.run().isPresent() && episode.envId().isPresent()
                ? episode.env().logOf(episode.run().getAsInt(), episode.envId())
                : Optional.empty();
    }

    /** Other recorders store fewer score rows than steps and do not say which steps. */
    private static Optional<ScoreTrack> scores(RecordedEpisode episode, EpisodeReader reader, List<EpisodeEvent> events)
            throws IOException {
        int steps = Math.toIntExact(reader.numSamples());
        boolean stored = reader.has(DemoPaths.SUBTASK_SCORE)
                && reader.info(DemoPaths.SUBTASK_SCORE).rowShape().isEmpty();
        double[] rows = stored ? reader.readDoubles(DemoPaths.SUBTASK_SCORE) : new double[0];
        if (rows.length == steps && steps > 0) {
            return Optional.of(ScoreTrack.dense(rows));
        }
        OptionalDouble last = rows.length > 0
                ? OptionalDouble.of(rows[rows.length - 1])
                : episode.line().map(EpisodeRecord::score).orElse(OptionalDouble.empty());
        return ScoreTrack.ofEvents(events, steps, last);
    }
}
