package io.github.roboreel.dashboard.live;

import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.index.EpisodePlace;
import io.github.roboreel.dashboard.index.Recording;
import io.github.roboreel.dashboard.index.ServedRecordings;
import io.github.roboreel.dashboard.series.Columns;
import io.github.roboreel.dashboard.series.SeriesRows;
import io.github.roboreel.recorder.hdf5.read.UnfinishedRun;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * {@code /live/rows/{episode}}: rows after a step, as series without thinning, as soon as they are recorded. An answer
 * has at most {@value #MAX_ROWS} rows; more are asked for after its last one.
 */
record LiveRowsEndpoint(ServedRecordings recordings, StagingFiles stagings, RunFiles files) {
    /** Rows of an answer. */
    public static final int MAX_ROWS = 16_000;

    private static final int MAX_FIELDS = 64;
    private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Reads rows of runs that are closed, or were recorded by an older version. */
    @FunctionalInterface
    public interface RunFiles {
        /**
         * Every row of a range, as far as they are there.
         *
         * @param to step after the last, at most {@link #MAX_ROWS} behind the first
         * @return {@link Columns}
         * @throws IOException when it cannot be read
         */
        byte[] rows(EpisodePlace episode, List<String> fields, long from, long to) throws IOException;
    }

    Answer answer(Request request) throws IOException {
        EpisodePlace episode = awaited(request.id("episode"));
        List<String> fields = request.all("field");
        if (fields.isEmpty() || fields.size() > MAX_FIELDS) {
            throw Refusal.badRequest(
                    fields.size() + " fields are given; give 1 to " + MAX_FIELDS + ", such as field=actions[0]");
        }
        long from = request.integer("after", -1, Integer.MAX_VALUE - 1).orElse(-1) + 1L;
        long begun = System.nanoTime();
        Optional<byte[]> newest = LiveEpisodes.staging(episode)
                .flatMap(file -> stagings.look(file, run -> newest(run, episode, fields, from)));
        byte[] columns = newest.isPresent() ? newest.get() : files.rows(episode, fields, from, from + MAX_ROWS);
        return new Answer.Bytes(Columns.TYPE, columns, "rows;dur=" + (System.nanoTime() - begun) / 1_000_000);
    }

    /** Staging may name an episode a moment before the index has looked. */
    private EpisodePlace awaited(String id) throws Refusal {
        long begun = System.nanoTime();
        Optional<EpisodePlace> place = recordings.episode(id);
        while (place.isEmpty() && isRecording() && System.nanoTime() - begun < MAX_WAIT_NANOS) {
            recordings.lookSoon();
            LockSupport.parkNanos(PAUSE_NANOS);
            place = recordings.episode(id);
        }
        return place.orElseThrow(Refusal::noEpisode);
    }

    private boolean isRecording() {
        return recordings.all().stream().anyMatch(recording -> recording.status() == Recording.Status.RECORDING);
    }

    /** Null when the run has no such episode or field; who reads the run file then says which there are. */
    private static byte[] newest(UnfinishedRun run, EpisodePlace episode, List<String> fields, long from)
            throws IOException {
        if (!run.demoNames().contains(episode.demo())) {
            return null;
        }
        try {
            return SeriesRows.all(run.demo(episode.demo()), fields, from, from + MAX_ROWS, episode.dtSeconds());
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
