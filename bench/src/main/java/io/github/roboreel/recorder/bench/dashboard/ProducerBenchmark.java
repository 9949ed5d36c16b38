package io.github.roboreel.recorder.bench.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dashboard.series.Columns;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.bench.record.PeerFigures;
import io.github.roboreel.recorder.bench.record.PeerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The producer's stalls in {@code bench record} at a pace, alone, with a dashboard, and with a page on it, in turn; and
 * how old rows are when that page has drawn them.
 */
final class ProducerBenchmark {
    private static final int ENVS = 16;
    private static final int PACE_HZ = 100;
    private static final int MAX_SECONDS = 30;
    private static final int POLL_MILLIS = 200;

    /** What runs beside the recorder. */
    private enum Company {
        /** Nothing. */
        ALONE,
        /** A dashboard. */
        SERVED,
        /** A dashboard, and a browser that shows a page of it. */
        WATCHED
    }

    private final Setup setup;
    private final Path data;
    private final RoundSamples samples = new RoundSamples();

    private ProducerBenchmark(Setup setup) throws IOException {
        this.setup = setup;
        data = Files.createDirectories(setup.data("producer"));
    }

    static RoundSamples measure(Setup setup) throws IOException, InterruptedException {
        return new ProducerBenchmark(setup).rounds(Company.values());
    }

    /** Only with a page. */
    static RoundSamples measureWatched(Setup setup) throws IOException, InterruptedException {
        return new ProducerBenchmark(setup).rounds(Company.WATCHED);
    }

    private RoundSamples rounds(Company... all) throws IOException, InterruptedException {
        for (int round = 0; round < setup.rounds(); round++) {
            for (Company company : all) {
                switch (company) {
                    case ALONE -> add(company, record());
                    case SERVED -> served();
                    case WATCHED -> watched();
                }
            }
        }
        return samples;
    }

    private PeerFigures record() throws IOException, InterruptedException {
        return PeerProcess.bench(
                List.of(),
                List.of(
                        "record",
                        "--num-envs=" + ENVS,
                        "--steps=" + PACE_HZ * setup.size().seconds(),
                        "--pace-hz=" + PACE_HZ,
                        "--rounds=1",
                        "--keep",
                        "--output-dir=" + data));
    }

    private void add(Company company, PeerFigures figures) throws IOException {
        String who = company.name().toLowerCase(Locale.ROOT);
        samples.add(who + "_p50_us", figures.number("stall_us", "50"));
        samples.add(who + "_p99.9_us", figures.number("stall_us", "99.9"));
        samples.add(who + "_own_p99.9_us", figures.number("stall_own_us", "99.9"));
    }

    private void served() throws IOException, InterruptedException {
        try (ServeProcess serve = setup.serve(data)) {
            double before = serve.cpuSeconds();
            long begin = System.nanoTime();
            add(Company.SERVED, record());
            samples.add("served_serve_cpu_percent", percent(serve.cpuSeconds() - before, begin));
        }
    }

    private void watched() throws IOException, InterruptedException {
        try (ServeProcess serve = setup.serve(data);
                Chromium browser = setup.browser(List.of(Chromium.NO_GPU));
                LivePage page = new LivePage(serve, browser)) {
            add(Company.WATCHED, record());
            LivePage.Watched watched = page.watched();
            samples.add("watched_serve_cpu_percent", watched.servePercent());
            samples.add("watched_browser_cpu_percent", watched.browserPercent());
            try {
                addAges(page.drawn(), published(serve, watched.episode()));
            } catch (IOException e) {
                throw new IOException(e.getMessage() + "; the page shows: " + page.text(), e);
            }
        }
    }

    private static double percent(double cpuSeconds, long beginNanos) {
        return 100 * cpuSeconds / ((System.nanoTime() - beginNanos) / 1e9);
    }

    /** When each step was published, ms since 1970; asked for until the closed file is seen. */
    private double[] published(ServeProcess serve, String episode) throws IOException, InterruptedException {
        String path = "/episodes/" + episode + "/series?width=4000&field=" + DemoPaths.WALL_TIME;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MAX_SECONDS);
        while (true) {
            double[] nanos =
                    Columns.read(serve.get(path).body()).columns().get(0).values();
            if (nanos.length == PACE_HZ * setup.size().seconds()) {
                return Arrays.stream(nanos).map(one -> one / 1e6).toArray();
            }
            if (System.nanoTime() > end) {
                throw new IOException("the episode that was recorded has " + nanos.length + " steps for the dashboard");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** From when a row was published to when a frame with it was painted; what the first frame has does not count. */
    private void addAges(JsonNode drawn, double[] published) throws IOException {
        Histogram ages = new Histogram(TimeUnit.HOURS.toMillis(1), 3);
        int known = Integer.MAX_VALUE;
        int frames = 0;
        double first = 0;
        double last = 0;
        for (JsonNode frame : drawn) {
            int step = Math.min(frame.path(2).asInt(), published.length - 1);
            double at = frame.path(1).asDouble();
            for (int row = known; row < step; row++) {
                ages.recordValue(Math.max(0, (long) (at - published[row + 1])));
            }
            if (known == Integer.MAX_VALUE) {
                first = at;
                known = step;
            } else if (step > known) {
                known = step;
                frames++;
                last = at;
            }
        }
        if (frames == 0) {
            throw new IOException("the page drew no rows while they were recorded; give more --seconds");
        }
        samples.add("row_age_p50_ms", ages.getValueAtPercentile(50));
        samples.add("row_age_p95_ms", ages.getValueAtPercentile(95));
        samples.add("row_age_most_ms", ages.getMaxValue());
        samples.add("rows", ages.getTotalCount());
        samples.add("frames_with_rows_per_s", 1e3 * frames / (last - first));
    }
}
