package io.github.roboreel.dashboard.index;

import io.github.roboreel.dashboard.index.EnvSummary.Run.State;
import io.github.roboreel.dashboard.index.IndexedEpisode.Place;
import io.github.roboreel.dashboard.index.IndexedEpisode.Texts;
import io.github.roboreel.dashboard.index.IndexedRecording.Times;
import io.github.roboreel.dashboard.index.IndexedRecording.Totals;
import io.github.roboreel.dashboard.index.Recording.Status;
import io.github.roboreel.format.Annotation;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.FileFault.Severity;
import io.github.roboreel.tools.confidence.Interval;
import io.github.roboreel.tools.confidence.SampleStatistics;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Reader of what {@link KeptOutput} has written, in the same order. For one thread. */
final class KeptInput {
    private final ByteBuffer in;
    private final List<Object> known = new ArrayList<>();
    private String name = "";

    /** Reads one value. */
    @FunctionalInterface
    private interface Part<T> {
        T read() throws IOException;
    }

    KeptInput(ByteBuffer in) {
        this.in = in;
    }

    @SuppressWarnings("unchecked")
    private <T> T shared(Part<T> part) throws IOException {
        int number = in.getInt();
        if (number == 0) {
            return null;
        }
        if (number > 0) {
            return (T) known.get(number - 1);
        }
        T value = part.read();
        known.add(value);
        return value;
    }

    String text() throws IOException {
        return shared(() -> {
            byte[] utf8 = new byte[in.getInt()];
            in.get(utf8);
            return new String(utf8, StandardCharsets.UTF_8);
        });
    }

    private <T> List<T> list(Part<T> part) throws IOException {
        int size = in.getInt();
        List<T> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(part.read());
        }
        return list;
    }

    private List<String> texts() throws IOException {
        return shared(() -> List.copyOf(list(this::text)));
    }

    /** Traces of a recording that was not live. */
    Traces traces() throws IOException {
        return new Traces(stamp(), stamps(), stamps(), false);
    }

    private Map<String, FileStamp> stamps() throws IOException {
        Map<String, FileStamp> stamps = new LinkedHashMap<>();
        int size = in.getInt();
        for (int i = 0; i < size; i++) {
            stamps.put(text(), stamp());
        }
        return stamps;
    }

    private FileStamp stamp() throws IOException {
        return new FileStamp(text(), in.getLong(), in.getLong());
    }

    /** The recording; its episodes are read when they are asked for. */
    IndexedRecording recording(Recording of, String served) throws IOException {
        name = text();
        Status status = Status.values()[in.getInt()];
        List<EnvSummary> envs = list(this::env);
        List<FileFault> problems = list(this::problem);
        Totals totals = totals();
        Times times = new Times(time(), time());
        Recording recording = new Recording(of.id(), of.name(), of.path(), status);
        KeptEpisodes episodes = new KeptEpisodes(in.getInt(), this);
        return new IndexedRecording(recording, served, true, episodes, envs, problems, totals, times);
    }

    /** Name of the recording. */
    String name() {
        return name;
    }

    private EnvSummary env() throws IOException {
        return new EnvSummary(
                text(),
                text(),
                text(),
                in.getDouble(),
                number(),
                number(),
                list(() -> new EnvSummary.Run(in.getInt(), text(), in.getLong(), State.values()[in.getInt()])),
                in.getLong());
    }

    private OptionalInt number() {
        int number = in.getInt();
        return number == IndexedEpisode.UNKNOWN ? OptionalInt.empty() : OptionalInt.of(number);
    }

    private FileFault problem() throws IOException {
        return new FileFault(Path.of(text()), in.getInt(), text(), text(), text(), Severity.values()[in.getInt()]);
    }

    private Totals totals() throws IOException {
        return new Totals(
                in.getInt(),
                in.getInt(),
                in.getInt(),
                new Interval(in.getDouble(), in.getDouble()),
                new SampleStatistics(in.getLong(), in.getDouble(), in.getDouble()),
                texts(),
                texts(),
                in.getLong());
    }

    private Optional<Instant> time() {
        long millis = in.getLong();
        return millis == Long.MIN_VALUE ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
    }

    IndexedEpisode episode() throws IOException {
        return new IndexedEpisode(
                in.getLong(),
                name,
                shared(this::episodeTexts),
                place(),
                new IndexedEpisode.Outcome(in.get(), in.getInt(), in.getDouble(), in.getDouble(), in.getDouble()),
                new IndexedEpisode.Figures(
                        numbers(), numbers(), numbers(), shared(this::counts), texts(), others(text())),
                shared(() -> FormatJson.read(text().getBytes(StandardCharsets.UTF_8), Annotation.class)));
    }

    private Texts episodeTexts() throws IOException {
        return new Texts(text(), text(), text(), text(), text(), text(), text(), texts());
    }

    private Place place() {
        return new Place(
                in.getInt(),
                in.getLong(),
                in.getLong(),
                in.getInt(),
                in.getInt(),
                in.getInt(),
                in.getInt(),
                in.get() != 0);
    }

    private Names names() throws IOException {
        return shared(() -> new Names(list(this::text)));
    }

    private Numbers numbers() throws IOException {
        Names names = names();
        double[] values = new double[names.list().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.getDouble();
        }
        return new Numbers(names, values);
    }

    private EventCounts counts() throws IOException {
        Names names = names();
        int[] values = new int[names.list().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.getInt();
        }
        return new EventCounts(names, values);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> others(String json) throws IOException {
        return json == null ? Map.of() : FormatJson.read(json.getBytes(StandardCharsets.UTF_8), LinkedHashMap.class);
    }
}
