package io.github.roboreel.recorder.bench.dashboard;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.bench.record.RecordSpec;
import io.github.roboreel.recorder.hdf5.Hdf5SinkProvider;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Signals of a long episode, whole and parts of them, as wide as a page. */
final class SeriesBenchmark {
    private static final int FIELDS = 8;
    private static final int WIDTH = 1000;
    private static final int REPEATS = 10;
    private static final int ZOOM = 10;
    private static final double CYCLE_STEPS = 500;

    private SeriesBenchmark() {}

    static RoundSamples measure(Setup setup) throws IOException, InterruptedException {
        Path data = setup.data("series");
        record(data.resolve("recorded"), setup.size().rows());
        RoundSamples samples = new RoundSamples();
        for (int round = 0; round < setup.rounds(); round++) {
            setup.forget();
            try (ServeProcess serve = setup.serve(data)) {
                serve.awaitList(1);
                ask(serve, setup.size().rows(), samples);
            }
        }
        return samples;
    }

    private static void ask(ServeProcess serve, int rows, RoundSamples samples)
            throws IOException, InterruptedException {
        String episodes = "/episodes?recording=" + serve.recordings().get(0);
        String episode = serve.get(episodes).json().at("/episodes/0/id").asText();
        samples.add("first_episode_ms", serve.get("/episodes/" + episode).millis());
        String series = "/episodes/" + episode + "/series?width=" + WIDTH
                + names().stream().map(name -> "&field=" + name).collect(Collectors.joining());
        ServeProcess.Answered cold = serve.get(series);
        samples.add("cold_series_ms", cold.millis());
        samples.add("series_kb", cold.body().length / 1e3);
        samples.addMedian("warm_series_ms", REPEATS, () -> serve.get(series).millis());
        Random random = new Random(1);
        int part = Math.max(1, rows / ZOOM);
        samples.addMedian("zoom_ms", REPEATS, () -> {
            int from = random.nextInt(rows - part);
            return serve.get(series + "&from=" + from + "&to=" + (from + part)).millis();
        });
    }

    /** Fields of the long episode. */
    static List<String> names() {
        return IntStream.range(0, FIELDS).mapToObj(SeriesBenchmark::name).toList();
    }

    private static String name(int field) {
        return "obs/signal_" + field;
    }

    /** The long episode. */
    static void record(Path folder, int rows) {
        FieldSchema schema = FieldSchema.of(IntStream.range(0, FIELDS)
                .mapToObj(i -> FieldSpec.step(name(i), DType.FLOAT32))
                .toList());
        List<Field> fields =
                IntStream.range(0, FIELDS).mapToObj(i -> schema.field(name(i))).toList();
        Random random = new Random(0);
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(RecordSpec.run(folder, 1), schema)
                .sink(new Hdf5SinkProvider())
                .withoutMetrics()
                .open()) {
            recorder.env(0).begin();
            for (int step = 0; step < rows; step++) {
                StepWriter row = recorder.env(0).step();
                for (int i = 0; i < FIELDS; i++) {
                    double wave = Math.sin(2 * Math.PI * step / (CYCLE_STEPS * (i + 1)));
                    row.put(fields.get(i), (float) (wave + 0.1 * random.nextGaussian()));
                }
                row.publish();
            }
            recorder.env(0).end(EpisodeOutcome.success("done"));
        }
    }
}
