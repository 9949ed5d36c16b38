package io.github.roboreel.recorder.bench.dashboard;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** From the command to the complete list of many recordings, without and with what was kept, and their overview. */
final class ListBenchmark {
    private static final int REPEATS = 20;
    private static final String ALL = "/recordings?limit=1000";

    private ListBenchmark() {}

    static RoundSamples measure(Setup setup) throws IOException, InterruptedException {
        int recordings = setup.size().recordings();
        Path data = setup.data("list");
        SyntheticResultLines.makeRecordings(data, recordings, setup.size().episodes());
        RoundSamples samples = new RoundSamples();
        for (int round = 0; round < setup.rounds(); round++) {
            setup.forget();
            try (ServeProcess serve = setup.serve(data)) {
                samples.add("cold_address_ms", serve.addressMillis());
                samples.add("cold_list_ms", serve.awaitList(recordings));
                ask(serve, samples);
                samples.add("rss_mb", serve.residentMb());
                samples.add("heap_mb", serve.heapMb());
            }
            try (ServeProcess serve = setup.serve(data)) {
                samples.add("kept_address_ms", serve.addressMillis());
                samples.add("kept_list_ms", serve.awaitList(recordings));
                samples.add("kept_rss_mb", serve.residentMb());
            }
        }
        return samples;
    }

    private static void ask(ServeProcess serve, RoundSamples samples) throws IOException, InterruptedException {
        samples.add("first_recordings_ms", serve.get(ALL).millis());
        String report = "/report?"
                + serve.recordings().stream().map(id -> "recording=" + id).collect(Collectors.joining("&"));
        samples.add("first_report_ms", serve.get(report).millis());
        samples.add("recordings_kb", serve.sentKb(ALL));
        samples.addMedian("warm_recordings_ms", REPEATS, () -> serve.get(ALL).millis());
        samples.addMedian("warm_report_ms", REPEATS, () -> serve.get(report).millis());
    }
}
