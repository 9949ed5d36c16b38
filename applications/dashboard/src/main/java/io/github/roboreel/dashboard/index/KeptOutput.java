package io.github.roboreel.dashboard.index;

import io.github.roboreel.dashboard.index.IndexedEpisode.Figures;
import io.github.roboreel.dashboard.index.IndexedEpisode.Outcome;
import io.github.roboreel.dashboard.index.IndexedEpisode.Place;
import io.github.roboreel.dashboard.index.IndexedEpisode.Texts;
import io.github.roboreel.dashboard.index.IndexedRecording.Times;
import io.github.roboreel.format.Annotation;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Writer of recordings into the kept index; each value that comes again is a number. For one thread. */
final class KeptOutput {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(bytes);
    private final Map<Object, Integer> known = new HashMap<>();

    /** Writes one value. */
    @FunctionalInterface
    private interface Part<T> {
        void write(T value) throws IOException;
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }

    /** The number 0 stands for null. */
    private <T> void shared(T value, Part<T> part) throws IOException {
        Integer number = value == null ? Integer.valueOf(0) : known.get(value);
        if (number != null) {
            out.writeInt(number);
            return;
        }
        out.writeInt(-1);
        part.write(value);
        known.put(value, known.size() + 1);
    }

    void text(String text) throws IOException {
        shared(text, value -> {
            byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
            out.writeInt(utf8.length);
            out.write(utf8);
        });
    }

    private <T> void list(List<T> list, Part<T> part) throws IOException {
        out.writeInt(list.size());
        for (T value : list) {
            part.write(value);
        }
    }

    private void texts(List<String> texts) throws IOException {
        shared(texts, value -> list(value, this::text));
    }

    void traces(Traces traces) throws IOException {
        stamp(traces.results());
        stamps(traces.settings());
        stamps(traces.folders());
    }

    private void stamps(Map<String, FileStamp> stamps) throws IOException {
        out.writeInt(stamps.size());
        for (Map.Entry<String, FileStamp> entry : stamps.entrySet()) {
            text(entry.getKey());
            stamp(entry.getValue());
        }
    }

    private void stamp(FileStamp stamp) throws IOException {
        text(stamp.key());
        out.writeLong(stamp.size());
        out.writeLong(stamp.modifiedNanos());
    }

    void recording(IndexedRecording recording) throws IOException {
        text(recording.recording().name());
        out.writeInt(recording.recording().status().ordinal());
        list(recording.envs(), this::env);
        list(recording.problems(), this::problem);
        totals(recording.totals());
        times(recording.times());
        out.writeInt(recording.episodes().size());
        for (IndexedEpisode episode : recording.episodes()) {
            episode(episode);
        }
    }

    private void env(EnvSummary env) throws IOException {
        text(env.name());
        text(env.task());
        text(env.instruction());
        out.writeDouble(env.dtSeconds());
        number(env.demosPerRun());
        number(env.promisedRuns());
        list(env.runs(), run -> {
            out.writeInt(run.run());
            text(run.file());
            out.writeLong(run.bytes());
            out.writeInt(run.state().ordinal());
        });
        out.writeLong(env.bytes());
    }

    private void number(OptionalInt number) throws IOException {
        out.writeInt(number.orElse(IndexedEpisode.UNKNOWN));
    }

    private void problem(FileFault problem) throws IOException {
        text(problem.file().toString());
        out.writeInt(problem.line());
        text(problem.field());
        text(problem.problem());
        text(problem.advice());
        out.writeInt(problem.severity().ordinal());
    }

    private void totals(IndexedRecording.Totals totals) throws IOException {
        out.writeInt(totals.episodes());
        out.writeInt(totals.judged());
        out.writeInt(totals.successes());
        out.writeDouble(totals.rate().lo());
        out.writeDouble(totals.rate().hi());
        out.writeLong(totals.score().n());
        out.writeDouble(totals.score().mean());
        out.writeDouble(totals.score().std());
        texts(totals.policies());
        texts(totals.tasks());
        out.writeLong(totals.bytes());
    }

    private void times(Times times) throws IOException {
        time(times.started());
        time(times.modified());
    }

    private void time(Optional<Instant> time) throws IOException {
        out.writeLong(time.map(Instant::toEpochMilli).orElse(Long.MIN_VALUE));
    }

    private void episode(IndexedEpisode episode) throws IOException {
        out.writeLong(episode.key());
        shared(episode.texts(), this::texts);
        place(episode.place());
        Outcome outcome = episode.outcome();
        out.writeByte(outcome.verdict());
        out.writeInt(outcome.steps());
        out.writeDouble(outcome.score());
        out.writeDouble(outcome.duration());
        out.writeDouble(outcome.dtSeconds());
        Figures figures = episode.figures();
        numbers(figures.metrics());
        numbers(figures.lifted());
        numbers(figures.timings());
        shared(figures.events(), this::counts);
        texts(figures.wrongObjects());
        text(figures.others().isEmpty() ? null : FormatJson.text(figures.others()));
        shared(episode.note(), this::note);
    }

    private void texts(Texts texts) throws IOException {
        text(texts.env());
        text(texts.task());
        text(texts.policy());
        text(texts.instruction());
        text(texts.instructionType());
        text(texts.reason());
        text(texts.status());
        texts(texts.attributes());
    }

    private void place(Place place) throws IOException {
        out.writeInt(place.line());
        out.writeLong(place.start());
        out.writeLong(place.end());
        out.writeInt(place.run());
        out.writeInt(place.envId());
        out.writeInt(place.episode());
        out.writeInt(place.demo());
        out.writeBoolean(place.isLegacy());
    }

    private void names(Names names) throws IOException {
        shared(names, value -> list(value.list(), this::text));
    }

    private void numbers(Numbers numbers) throws IOException {
        names(numbers.names());
        for (double value : numbers.values()) {
            out.writeDouble(value);
        }
    }

    private void counts(EventCounts counts) throws IOException {
        names(counts.names());
        for (int i = 0; i < counts.size(); i++) {
            out.writeInt(counts.value(i));
        }
    }

    private void note(Annotation note) throws IOException {
        text(FormatJson.text(note));
    }
}
