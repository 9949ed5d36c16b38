package io.github.roboreel.recorder.bench.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.recorder.bench.record.PeerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** How soon a video of a task with many episodes begins, and a page of these episodes. */
final class VideoBenchmark {
    private static final int EPISODES = 500;
    private static final int STEPS = 300;
    private static final int REPEATS = 20;
    private static final String NAME = "recorded";

    private VideoBenchmark() {}

    static RoundSamples measure(Setup setup) throws IOException, InterruptedException {
        Path data = setup.data("video");
        PeerProcess.output(
                PeerProcess.javaCommand(
                        List.of(),
                        ServeProcess.CLI,
                        List.of(
                                "record",
                                "--max-steps",
                                Integer.toString(STEPS),
                                "--output-dir",
                                data.toString(),
                                "--output-folder-name",
                                NAME,
                                "--quiet",
                                "--yes")),
                Map.of());
        SyntheticResultLines.repeatFirst(data.resolve(NAME), EPISODES);
        RoundSamples samples = new RoundSamples();
        for (int round = 0; round < setup.rounds(); round++) {
            setup.forget();
            try (ServeProcess serve = setup.serve(data)) {
                serve.awaitList(1);
                ask(serve, samples);
            }
        }
        return samples;
    }

    private static void ask(ServeProcess serve, RoundSamples samples) throws IOException, InterruptedException {
        String episodes = "/episodes?recording=" + serve.recordings().get(0) + "&limit=100";
        ServeProcess.Answered page = serve.get(episodes);
        samples.add("first_episodes_ms", page.millis());
        samples.addMedian("warm_episodes_ms", REPEATS, () -> serve.get(episodes).millis());
        samples.add("episodes_kb", serve.sentKb(episodes));
        ServeProcess.Answered episode = serve.get("/episodes/" + withVideo(page.json()));
        samples.add("first_episode_ms", episode.millis());
        String video = episode.json().at("/cameras/0/url").asText();
        samples.add("first_video_first_byte_ms", firstByte(serve, video));
        samples.addMedian("warm_video_first_byte_ms", REPEATS, () -> firstByte(serve, video));
    }

    private static String withVideo(JsonNode page) throws IOException {
        for (JsonNode episode : page.path("episodes")) {
            if (episode.path("videos").asInt() > 0) {
                return episode.path("id").asText();
            }
        }
        throw new IOException("no episode of the recording has a video: " + page.at("/episodes/0"));
    }

    private static double firstByte(ServeProcess serve, String video) throws IOException, InterruptedException {
        return serve.fetch(video, "Range", "bytes=0-").firstByteMillis();
    }
}
