package io.github.roboreel.runner.replay;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recordings.episodes.RecordedEpisode;
import io.github.roboreel.recordings.folder.EnvFolder.LogFile;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.EventLog;
import io.github.roboreel.tools.RecordingDifference;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Compares how an episode ended with how its replay did. */
final class OutcomeComparison {
    private static final String NONE = "none";

    private final List<RecordingDifference> differences = new ArrayList<>();

    private OutcomeComparison() {}

    /**
     * What ended otherwise: by the result line, where there is one, and the event log.
     *
     * @throws IOException when the log cannot be read
     */
    static List<RecordingDifference> of(RecordedDemo demo, EpisodeSummary replayed) throws IOException {
        OutcomeComparison comparison = new OutcomeComparison();
        comparison.compare(
                "status",
                demo.text(AttributeNames.STATUS),
                replayed.outcome().status().label());
        comparison.compare("steps", demo.steps(), replayed.numSamples());
        Optional<EpisodeRecord> line = demo.episode().line();
        if (line.isPresent()) {
            comparison.compare(
                    "success",
                    line.get().success().orElse(null),
                    replayed.outcome().success());
            comparison.compare("score", line.get().fields().score(), replayed.score());
        }
        Optional<LogFile> log = log(demo.episode());
        if (log.isPresent()) {
            comparison.compareEvents(EventLog.read(log.get().path()).events(), replayed.events());
        }
        return comparison.differences;
    }

    private static Optional<LogFile> log(RecordedEpisode episode) {
        return episode.run().isEmpty()
                ? Optional.empty()
                : episode.env().logOf(episode.run().getAsInt(), episode.envId());
    }

    private void compare(String what, Object recorded, Object replayed) {
        if (!Objects.equals(text(recorded), text(replayed))) {
            differences.add(new RecordingDifference(what, text(recorded), text(replayed)));
        }
    }

    private static String text(Object value) {
        return value == null ? NONE : value.toString();
    }

    /** Reports the first event that differs; the rest follows from it. */
    private void compareEvents(List<EpisodeEvent> recorded, List<EpisodeEvent> replayed) {
        for (int i = 0; i < Math.max(recorded.size(), replayed.size()); i++) {
            String one = event(recorded, i);
            String other = event(replayed, i);
            if (!one.equals(other)) {
                compare("event " + (i + 1), one, other);
                return;
            }
        }
    }

    private static String event(List<EpisodeEvent> events, int index) {
        if (index >= events.size()) {
            return NONE;
        }
        EpisodeEvent event = events.get(index);
        return Sentence.of("%s (%d) in step %d", event.name(), event.code(), event.step());
    }
}
