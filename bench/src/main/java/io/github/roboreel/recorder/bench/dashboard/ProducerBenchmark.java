package io.github.roboreel.recorder.bench.dashboard;

import io.github.roboreel.recorder.bench.record.PeerFigures;
import io.github.roboreel.recorder.bench.record.PeerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The producer's stalls in {@code bench record} at a pace, alone and while a page listens, in turn. */
final class ProducerBenchmark {
    private static final int ENVS = 16;
    private static final int PACE_HZ = 100;

    private ProducerBenchmark() {}

    static Samples measure(Setup setup) throws IOException, InterruptedException {
        Path data = Files.createDirectories(setup.data("producer"));
        Samples samples = new Samples();
        for (int round = 0; round < setup.rounds(); round++) {
            add(samples, "alone", record(setup, data));
            try (ServeProcess serve = setup.serve(data);
                    LiveClient page = new LiveClient(serve, episode -> {})) {
                add(samples, "watched", record(setup, data));
                samples.add("watched_rows_messages", page.heard());
            }
        }
        return samples;
    }

    private static PeerFigures record(Setup setup, Path data) throws IOException, InterruptedException {
        return PeerProcess.bench(
                List.of(),
                List.of(
                        "record",
                        "--num-envs",
                        Integer.toString(ENVS),
                        "--steps",
                        Integer.toString(PACE_HZ * setup.size().seconds()),
                        "--pace-hz",
                        Integer.toString(PACE_HZ),
                        "--rounds",
                        "1",
                        "--output-dir",
                        data.toString()));
    }

    private static void add(Samples samples, String who, PeerFigures figures) throws IOException {
        samples.add(who + "_p50_us", figures.number("stall_us", "50"));
        samples.add(who + "_p99.9_us", figures.number("stall_us", "99.9"));
        samples.add(who + "_own_p99.9_us", figures.number("stall_own_us", "99.9"));
    }
}
