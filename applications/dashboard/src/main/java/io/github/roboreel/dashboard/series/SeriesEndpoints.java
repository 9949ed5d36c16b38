package io.github.roboreel.dashboard.series;

import com.fasterxml.jackson.core.type.TypeReference;
import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.api.Route;
import io.github.roboreel.dashboard.index.EpisodePlace;
import io.github.roboreel.dashboard.index.ServedRecordings;
import io.github.roboreel.dashboard.series.RowsRequest.Csv;
import io.github.roboreel.dashboard.series.RowsRequest.Range;
import io.github.roboreel.dashboard.series.RowsRequest.Series;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What can be asked of one episode, and of videos. Reads files only in worker processes, which end with it or with this
 * process. Any thread.
 */
public final class SeriesEndpoints implements AutoCloseable {
    private static final int MAX_FIELDS = 64;
    private static final int MAX_WIDTH = 4000;
    private static final int USUAL_WIDTH = 1000;

    private final EpisodeFiles files;
    private final Media media;
    private final EpisodeDocument document;
    private final EpisodeEvents events;

    private SeriesEndpoints(
            ServedRecordings recordings, Media media, NewestData newest, Function<EpisodePlace, Object> line) {
        this.media = media;
        files = new EpisodeFiles(recordings);
        document = new EpisodeDocument(files, media, newest, line);
        events = new EpisodeEvents(files, newest);
    }

    /**
     * Over recordings. Workers start when they are needed, or {@link #warm} is called.
     *
     * @param cache folder for pictures of videos; it need not exist
     * @param newest what is known of running episodes
     * @param line what the list of episodes shows of an episode; null of one without a result line
     */
    public static SeriesEndpoints of(
            ServedRecordings recordings, Path cache, NewestData newest, Function<EpisodePlace, Object> line) {
        return new SeriesEndpoints(recordings, new Media(cache), newest, line);
    }

    /** Starts the workers, so that no request need wait for one; returns at once. */
    public void warm() {
        files.warm();
        media.warm();
    }

    /** Videos of episodes, and what they hold. */
    public Media media() {
        return media;
    }

    /**
     * Every row of a range, as far as the run file and its staging file have them.
     *
     * @param to row after the last; at most 4 x 4000 rows are not thinned
     * @return {@link Columns}
     * @throws IOException in one sentence, when they cannot be read
     */
    public byte[] rows(EpisodePlace episode, List<String> names, long from, long to) throws IOException {
        Range range = new Range(names, from, to, episode.dtSeconds());
        return files.askBytes(files.request(episode, new Series(range, MAX_WIDTH)));
    }

    /** Those that read files. */
    public List<WorkerPool> workers() {
        return List.of(files.workers(), media.workers());
    }

    public List<Route> endpoints() {
        List<Route> all = new ArrayList<>(List.of(
                Route.waiting("/episodes/{episode}", request -> new Answer.Json(document.of(files.episode(request)))),
                Route.waiting(
                        "/episodes/{episode}/events", request -> new Answer.Json(events.of(files.episode(request)))),
                Route.waiting("/episodes/{episode}/series", this::series),
                Route.waiting("/episodes/{episode}/rows", this::rows),
                Route.waiting("/episodes/{episode}/signals.csv", this::csv),
                Route.waiting("/episodes/{episode}/frames/{field}/{row}", this::picture),
                Route.waiting("/episodes/{episode}/tracks", this::tracks),
                Route.waiting("/episodes/{episode}/tree", this::tree)));
        all.addAll(media.endpoints());
        return all;
    }

    private static List<String> fields(Request request) throws Refusal {
        List<String> fields = request.all("field");
        if (fields.isEmpty() || fields.size() > MAX_FIELDS) {
            throw Refusal.badRequest(
                    fields.isEmpty()
                            ? "no field is given; give field=PATH or field=PATH[i], such as field=actions[0]"
                            : fields.size() + " fields are given; give at most " + MAX_FIELDS);
        }
        return fields;
    }

    private Range range(Request request) throws Refusal {
        List<String> fields = fields(request);
        long from = request.integer("from", 0, Integer.MAX_VALUE).orElse(0);
        long to = request.integer("to", 0, Integer.MAX_VALUE).orElse(Integer.MAX_VALUE);
        if (from > to) {
            throw Refusal.badRequest("from is " + from + " and to is " + to + "; give from below to");
        }
        return new Range(fields, from, to, files.episode(request).dtSeconds());
    }

    private Answer series(Request request) throws IOException {
        int width = request.integer("width", 1, MAX_WIDTH).orElse(USUAL_WIDTH);
        long start = System.nanoTime();
        byte[] columns = files.askBytes(files.request(request, new Series(range(request), width)));
        long millis = (System.nanoTime() - start) / 1_000_000;
        return new Answer.Bytes(Columns.TYPE, columns, "rows;dur=" + millis);
    }

    private Answer rows(Request request) throws IOException {
        List<String> fields = fields(request);
        int row = request.integer("row", 0, Integer.MAX_VALUE)
                .orElseThrow(() -> Refusal.badRequest("no row is given; give row=N, from 0"));
        RowsRequest values = files.request(request, new RowsRequest.Row(fields, row));
        return new Answer.Json(files.ask(values, new TypeReference<RowsRequest.RowValues>() {}));
    }

    /** The header is read before the answer begins, so that what cannot be read is a sentence and no half a table. */
    private Answer csv(Request request) throws IOException {
        Range all = range(request);
        RowsRequest first = files.request(request, new Csv(all.part(0, 0)));
        byte[] header = files.askBytes(first);
        EpisodePlace episode = files.episode(request);
        String name = episode.env().name() + "_"
                + (episode.run().isPresent() ? "run_" + episode.run().getAsInt() + "_" : "") + episode.demo() + ".csv";
        return new Answer.Stream("text/csv; charset=utf-8", Optional.of(name), out -> {
            out.write(header);
            byte[] lines = header;
            for (long row = all.from(); row < all.to() && lines.length > 0; row += Csv.MAX_ROWS) {
                long end = Math.min(all.to(), row + Csv.MAX_ROWS);
                lines = files.askBytes(first.with(new Csv(all.part(row, end))));
                out.write(lines);
            }
        });
    }

    private Answer picture(Request request) throws IOException {
        String path;
        long row;
        try {
            byte[] field = Base64.getUrlDecoder().decode(request.id("field"));
            path = new String(field, StandardCharsets.UTF_8);
            row = Integer.parseInt(request.id("row"));
        } catch (IllegalArgumentException e) {
            throw Refusal.badRequest("the address names no field and row; take it from the episode's image_fields");
        }
        RowsRequest picture = files.request(request, new RowsRequest.Picture(path, row));
        return new Answer.Bytes("image/png", files.askBytes(picture), "", EpisodeFiles.isSettled(picture));
    }

    private Answer tracks(Request request) throws IOException {
        int stride = request.integer("stride", 1, Integer.MAX_VALUE).orElse(1);
        RowsRequest tracks = files.request(request, new RowsRequest.TrackRows(stride));
        return new Answer.Json(files.ask(tracks, new TypeReference<Tracks>() {}));
    }

    private Answer tree(Request request) throws IOException {
        RowsRequest tree = files.request(request, new RowsRequest.Tree());
        return new Answer.Json(files.ask(tree, new TypeReference<FileTree>() {}));
    }

    /** Ends the workers. */
    @Override
    public void close() {
        files.close();
        media.close();
    }
}
