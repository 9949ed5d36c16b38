package io.github.roboreel.recorder.bench.dashboard;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** When a browser shows something of the list and of a long episode, and when all of its plots are drawn. */
final class PaintBenchmark {
    private static final String PAINT = "probe.paint";

    private PaintBenchmark() {}

    static RoundSamples measure(Setup setup) throws IOException, InterruptedException {
        Path data = setup.data("paint");
        SeriesBenchmark.record(data.resolve("recorded"), setup.size().rows());
        RoundSamples samples = new RoundSamples();
        for (int round = 0; round < setup.rounds(); round++) {
            setup.forget();
            try (ServeProcess serve = setup.serve(data);
                    Chromium browser = setup.browser(List.of())) {
                serve.awaitList(1);
                look(serve, new Tab(browser), samples);
            }
        }
        return samples;
    }

    private static void look(ServeProcess serve, Tab tab, RoundSamples samples)
            throws IOException, InterruptedException {
        samples.add(
                "first_list_paint_ms", tab.open(serve.entrance()).await(PAINT).asDouble());
        samples.add("list_paint_ms", tab.open(serve.root()).await(PAINT).asDouble());
        String episode = serve.get("/episodes?recording=" + serve.recordings().get(0))
                .json()
                .at("/episodes/0/id")
                .asText();
        String address =
                serve.root() + "#/episode/" + episode + "?fields=" + String.join("&fields=", SeriesBenchmark.names());
        String ready = "probe.drawn.find(drawn => drawn[3] >= "
                + SeriesBenchmark.names().size() + ")?.[0]";
        for (String time : List.of("first_episode", "episode")) {
            tab.open(address);
            samples.add(time + "_paint_ms", tab.await(PAINT).asDouble());
            samples.add(time + "_ready_ms", tab.await(ready).asDouble());
        }
    }
}
