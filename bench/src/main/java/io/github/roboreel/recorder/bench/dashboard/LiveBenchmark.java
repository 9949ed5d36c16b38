package io.github.roboreel.recorder.bench.dashboard;

import io.github.roboreel.dashboard.series.Columns;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.bench.record.PeerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;

/** How old rows are when a page has them, and what the dashboard takes of a core meanwhile. */
final class LiveBenchmark {
    private static final int ENVS = 16;
    private static final int MOST_SECONDS_TO_BEGIN = 60;
    private static final int POLL_MILLIS = 20;

    private final ServeProcess serve;
    private final Histogram ages = new Histogram(TimeUnit.HOURS.toNanos(1), 3);
    private final AtomicInteger refused = new AtomicInteger();
    private String watched;
    private long last = -1;

    private LiveBenchmark(ServeProcess serve) {
        this.serve = serve;
    }

    static Samples measure(Setup setup) throws IOException, InterruptedException {
        Samples samples = new Samples();
        for (int round = 0; round < setup.rounds(); round++) {
            Path data = Files.createDirectories(setup.data("live-" + round));
            Process recorder = record(data, setup.folder());
            try (ServeProcess serve = setup.serve(data)) {
                new LiveBenchmark(serve).watch(setup.size().seconds(), recorder, samples);
            } finally {
                recorder.destroy();
                recorder.waitFor();
            }
        }
        return samples;
    }

    private static Process record(Path data, Path folder) throws IOException {
        List<String> words = List.of(
                "record",
                "--realtime",
                "--num-envs",
                Integer.toString(ENVS),
                "--num-runs",
                "1000",
                "--output-dir",
                data.toString(),
                "--output-folder-name",
                "recorded",
                "--video-mode",
                "none",
                "--quiet",
                "--yes");
        return new ProcessBuilder(PeerProcess.javaCommand(List.of(), ServeProcess.CLI, words))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(folder.resolve("record.stderr").toFile())
                .start();
    }

    private void watch(int seconds, Process recorder, Samples samples) throws IOException, InterruptedException {
        try (LiveClient page = new LiveClient(serve, this::fetch)) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS_TO_BEGIN);
            while (counted() == 0) {
                if (!recorder.isAlive() || System.nanoTime() - end > 0) {
                    throw new IOException(
                            "the recorder that was to be watched recorded nothing, or its rows cannot be read");
                }
                Thread.sleep(POLL_MILLIS);
            }
            synchronized (ages) {
                ages.reset();
            }
            int heardBefore = page.heard();
            double cpuBefore = serve.cpuSeconds();
            long begun = System.nanoTime();
            TimeUnit.SECONDS.sleep(seconds);
            double cpu = serve.cpuSeconds() - cpuBefore;
            samples.add("cpu_percent_of_core", 100 * cpu / ((System.nanoTime() - begun) / 1e9));
            samples.add("rows_messages", page.heard() - heardBefore);
        }
        synchronized (ages) {
            samples.add("refused_answers", refused.get());
            samples.add("rows", ages.getTotalCount());
            samples.add("age_p50_ms", ages.getValueAtPercentile(50) / 1e6);
            samples.add("age_p95_ms", ages.getValueAtPercentile(95) / 1e6);
        }
    }

    private long counted() {
        synchronized (ages) {
            return ages.getTotalCount();
        }
    }

    /** Rows of the first episode heard of; the first answer also has older ones, which do not count. */
    private void fetch(String episode) throws IOException, InterruptedException {
        if (watched == null) {
            watched = episode;
        }
        if (!watched.equals(episode)) {
            return;
        }
        byte[] answer;
        try {
            answer = serve.get(
                            "/live/rows/" + episode + "?after=" + last + "&field=actions&field=" + DemoPaths.WALL_TIME)
                    .body();
        } catch (IOException e) {
            // An episode that has just begun may not be in the index yet; the next message asks again.
            refused.incrementAndGet();
            return;
        }
        Instant now = Instant.now();
        double nowNanos = 1e9 * now.getEpochSecond() + now.getNano();
        List<Columns.Column> columns = Columns.read(answer).columns();
        Columns.Column times = columns.get(columns.size() - 1);
        int count = times.values().length;
        synchronized (ages) {
            for (int row = 0; row < count && last >= 0; row++) {
                ages.recordValue(Math.max(0, (long) (nowNanos - times.values()[row])));
            }
        }
        if (count > 0) {
            last = (long) times.steps()[count - 1];
        }
    }
}
