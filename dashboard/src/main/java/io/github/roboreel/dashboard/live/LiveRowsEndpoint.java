package io.github.roboreel.dashboard.live;

import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Endpoint;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.index.EpisodePlace;
import io.github.roboreel.dashboard.index.Recording;
import io.github.roboreel.dashboard.index.Recordings;
import io.github.roboreel.dashboard.series.Columns;
import io.github.roboreel.dashboard.series.FieldName;
import io.github.roboreel.recorder.hdf5.staging.LiveEpisode;
import io.github.roboreel.recorder.hdf5.staging.LiveRows;
import io.github.roboreel.recorder.hdf5.staging.LiveStaging;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * {@code /live/rows/{episode}}: rows after a step, as series without thinning: the newest as soon as they are recorded,
 * older ones with what the run file holds. An answer has no gap, and at most {@value #MOST_ROWS} rows; more are asked
 * for after its last one.
 */
public final class LiveRowsEndpoint implements Endpoint {
    /** Rows of an answer. */
    public static final int MOST_ROWS = 16_000;

    private static final int MOST_FIELDS = 64;
    private static final long MOST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Recordings recordings;
    private final StagingFiles stagings;
    private final Older older;

    /** Reads rows of a run file, and of its staging file. */
    @FunctionalInterface
    public interface Older {
        /**
         * Every row of a range, as far as they are there.
         *
         * @param to step after the last, at most {@link #MOST_ROWS} behind the first
         * @return {@link Columns}
         * @throws IOException when it cannot be read
         */
        byte[] rows(EpisodePlace episode, List<String> fields, long from, long to) throws IOException;
    }

    /** Values of one component. */
    private record Wanted(Field field, int component, String name) {}

    /** What staging has of an episode. */
    private record Newest(LiveEpisode episode, List<Wanted> wanted, LiveRows rows) {
        /** Whether nothing between a step and the first row lacks. */
        boolean goesOnFrom(long step) {
            return rows.size() == 0 ? step >= episode.numSamples() : rows.steps()[0] == step;
        }
    }

    LiveRowsEndpoint(Recordings recordings, StagingFiles stagings, Older older) {
        this.recordings = recordings;
        this.stagings = stagings;
        this.older = older;
    }

    @Override
    public String path() {
        return "/live/rows/{episode}";
    }

    @Override
    public boolean mayWait() {
        return true;
    }

    @Override
    public Answer answer(Request request) throws IOException {
        EpisodePlace episode = awaited(request.id("episode"));
        List<String> fields = request.all("field");
        if (fields.isEmpty() || fields.size() > MOST_FIELDS) {
            throw Refusal.badRequest(
                    fields.size() + " fields are given; give 1 to " + MOST_FIELDS + ", such as field=actions[0]");
        }
        long from = request.integer("after", -1, Integer.MAX_VALUE - 1).orElse(-1) + 1L;
        Optional<Newest> newest = LiveEpisodes.staging(episode)
                .flatMap(file -> stagings.look(file, staging -> newest(staging, episode, fields, from)));
        long begun = System.nanoTime();
        byte[] columns = newest.filter(rows -> rows.goesOnFrom(from)).isPresent()
                ? columns(newest.get(), episode, from)
                : older.rows(episode, fields, from, from + MOST_ROWS);
        return new Answer.Bytes(Columns.TYPE, columns, "rows;dur=" + (System.nanoTime() - begun) / 1_000_000);
    }

    /** Staging may name an episode a moment before the index has looked. */
    private EpisodePlace awaited(String id) throws Refusal {
        long begun = System.nanoTime();
        Optional<EpisodePlace> place = recordings.episode(id);
        while (place.isEmpty() && isRecording() && System.nanoTime() - begun < MOST_WAIT_NANOS) {
            recordings.lookSoon();
            LockSupport.parkNanos(PAUSE_NANOS);
            place = recordings.episode(id);
        }
        return place.orElseThrow(
                () -> Refusal.notFound("there is no episode of that id; it may have been removed, so list them again"));
    }

    private boolean isRecording() {
        return recordings.all().stream().anyMatch(recording -> recording.status() == Recording.Status.RECORDING);
    }

    /** Null when staging has not the episode, or not all of the fields. */
    private static Newest newest(LiveStaging staging, EpisodePlace episode, List<String> fields, long from)
            throws IOException {
        Optional<List<Wanted>> wanted = wanted(staging, fields);
        Optional<LiveEpisode> live = staging.episodes().stream()
                .filter(e -> episode.envId().isPresent()
                        && e.demo() == episode.envId().getAsInt())
                .findFirst();
        if (wanted.isEmpty() || live.isEmpty()) {
            return null;
        }
        List<Field> distinct =
                wanted.get().stream().map(Wanted::field).distinct().toList();
        return new Newest(live.get(), wanted.get(), staging.rows(live.get().demo(), from, MOST_ROWS, distinct));
    }

    private static Optional<List<Wanted>> wanted(LiveStaging staging, List<String> fields) {
        Map<String, Field> known = new LinkedHashMap<>();
        staging.schema().layout(FieldPhase.STEP).fields().stream()
                .filter(field -> !field.spec().image() && !field.spec().dtype().isText())
                .forEach(field -> known.put(field.spec().path(), field));
        List<Wanted> wanted = new ArrayList<>();
        for (String text : fields) {
            FieldName name = FieldName.of(text);
            Field field = known.get(name.path());
            if (field == null || name.index().orElse(0) >= field.elements()) {
                return Optional.empty();
            }
            int first = name.index().orElse(0);
            int end = name.index().isPresent() ? first + 1 : field.elements();
            for (int component = first; component < end; component++) {
                wanted.add(new Wanted(field, component, name.nameOf(component, field.elements())));
            }
        }
        return wanted.size() <= MOST_FIELDS ? Optional.of(wanted) : Optional.empty();
    }

    private static byte[] columns(Newest newest, EpisodePlace episode, long from) {
        int[] steps =
                Arrays.stream(newest.rows().steps()).mapToInt(Math::toIntExact).toArray();
        List<Columns.Column> columns = new ArrayList<>();
        Map<Field, double[]> read = new LinkedHashMap<>();
        for (Wanted wanted : newest.wanted()) {
            double[] all =
                    read.computeIfAbsent(wanted.field(), field -> newest.rows().doubles(field));
            double[] values = new double[steps.length];
            for (int row = 0; row < steps.length; row++) {
                values[row] = all[row * wanted.field().elements() + wanted.component()];
            }
            columns.add(Columns.Column.of(wanted.name(), wanted.field().spec().unit(), steps, values));
        }
        long to = steps.length == 0 ? from : steps[steps.length - 1] + 1L;
        long numSamples = Math.max(to, newest.episode().numSamples());
        return new Columns(from, to, numSamples, episode.dtSeconds(), columns).bytes();
    }
}
