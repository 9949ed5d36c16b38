package io.github.roboreel.recorder.bench.dashboard;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.recorder.bench.record.PeerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** The pointer drags over an episode's timeline, then the episode plays: frames of the display, and the cameras'. */
final class ScrubBenchmark {
    private static final int STEPS_PER_SECOND = 40;
    private static final int JOINTS = 7;
    private static final int PLOTS = JOINTS + 1;
    private static final int CAMERAS = 2;
    private static final double MAX_SECONDS = 6.6;
    private static final double SWEEP_SECONDS = 2.4;
    private static final int MOVES_PER_SECOND = 125;
    private static final int REST_MILLIS = 1000;

    /** Flags of browsers, by what the names of their samples begin with. */
    private static final Map<String, List<String>> BROWSERS = new LinkedHashMap<>();

    static {
        BROWSERS.put("", List.of());
        BROWSERS.put("no_gpu_", List.of(Chromium.NO_GPU));
    }

    private final RoundSamples samples;
    private final String prefix;
    private final Tab tab;
    private final String watch;
    private final double seconds;
    private final List<Integer> offsets;

    private ScrubBenchmark(RoundSamples samples, String prefix, Tab tab, JsonNode cameras, double seconds) {
        this.samples = samples;
        this.prefix = prefix;
        this.tab = tab;
        this.seconds = seconds;
        List<String> fps = new ArrayList<>();
        offsets = new ArrayList<>();
        for (JsonNode camera : cameras) {
            fps.add(camera.path("fps").asText());
            offsets.add(camera.path("offset_steps").asInt());
        }
        watch = "probe.watch(" + fps + ")";
    }

    static RoundSamples measure(Setup setup) throws IOException, InterruptedException {
        Path data = setup.data("scrub");
        record(data, STEPS_PER_SECOND * setup.size().seconds());
        RoundSamples samples = new RoundSamples();
        double seconds = Math.min(MAX_SECONDS, setup.size().seconds());
        try (ServeProcess serve = setup.serve(data)) {
            serve.awaitList(1);
            String episode = serve.get(
                            "/episodes?recording=" + serve.recordings().get(0))
                    .json()
                    .at("/episodes/0/id")
                    .asText();
            JsonNode cameras = serve.get("/episodes/" + episode).json().path("cameras");
            if (cameras.size() != CAMERAS) {
                throw new IOException("the episode was to have two cameras, and has " + cameras);
            }
            for (int round = 0; round < setup.rounds(); round++) {
                for (Map.Entry<String, List<String>> flags : BROWSERS.entrySet()) {
                    try (Chromium browser = setup.browser(flags.getValue())) {
                        samples.note(flags.getKey() + "browser", flags.getValue() + " " + browser.features());
                        Tab tab = new Tab(browser).open(serve.entrance());
                        tab.await("probe.paint");
                        tab.open(serve.root() + "#/episode/" + episode + "?" + fields());
                        new ScrubBenchmark(samples, flags.getKey(), tab, cameras, seconds).run();
                    }
                }
            }
        }
        return samples;
    }

    private static void record(Path data, int steps) throws IOException, InterruptedException {
        List<String> words = List.of(
                "record",
                "--policy=noise",
                "--max-steps=" + steps,
                "--camera-size=640x360",
                "--output-dir=" + data,
                "--output-folder-name=recorded",
                "--quiet",
                "--yes");
        PeerProcess.output(PeerProcess.javaCommand(List.of(), ServeProcess.CLI, words), Map.of());
    }

    private static String fields() {
        StringBuilder fields = new StringBuilder("fields=obs/gripper_pos");
        for (int joint = 0; joint < JOINTS; joint++) {
            String index = "[" + joint + "]";
            fields.append("&fields=obs/arm_joint_pos")
                    .append(index)
                    .append("~actions")
                    .append(index);
        }
        return fields.toString();
    }

    private void run() throws IOException, InterruptedException {
        tab.await("probe.drawn.some(drawn => drawn[3] >= " + PLOTS + ")");
        tab.await("[...document.querySelectorAll('video')].filter(v => v.readyState >= 3).length === " + CAMERAS);
        Thread.sleep(REST_MILLIS);
        scrub();
        play();
    }

    private void scrub() throws IOException, InterruptedException {
        JsonNode track = tab.evaluate("document.querySelector('.timeline-track').getBoundingClientRect().toJSON()");
        double left = track.path("left").asDouble();
        double width = track.path("width").asDouble() - 1;
        double y = track.path("top").asDouble() + track.path("height").asDouble() / 2;
        tab.mouse("mousePressed", left, y);
        tab.evaluate(watch);
        long begin = System.nanoTime();
        double x = left;
        for (double at = 0; at < seconds; at = (System.nanoTime() - begin) / 1e9) {
            x = left + width * (0.5 - 0.5 * Math.cos(2 * Math.PI * at / SWEEP_SECONDS));
            tab.mouse("mouseMoved", x, y);
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1) / MOVES_PER_SECOND);
        }
        // The frames while it rests do not count.
        int frames = tab.evaluate("probe.frames()").asInt();
        Thread.sleep(REST_MILLIS);
        JsonNode seen = tab.evaluate("probe.stop()");
        tab.mouse("mouseReleased", x, y);
        addFrames("", seen, frames);
        double last = seen.path("moved").asDouble();
        for (JsonNode pictures : seen.path("pictures")) {
            last = Math.max(last, pictures.path(pictures.size() - 1).asDouble());
        }
        samples.add(prefix + "settled_ms", last - seen.path("moved").asDouble());
        // Steps count from 1, frames from 0.
        int step = tab.evaluate("Number(document.querySelector('.step-input').value) - 1")
                .asInt();
        int wrong = 0;
        for (int camera = 0; camera < CAMERAS; camera++) {
            if (seen.path("shown").path(camera).asInt(-1) != step - offsets.get(camera)) {
                wrong++;
            }
        }
        samples.add(prefix + "wrong_pictures", wrong);
    }

    private void play() throws IOException, InterruptedException {
        tab.evaluate("document.querySelector('.play').click()");
        Thread.sleep(REST_MILLIS);
        tab.evaluate(watch);
        Thread.sleep((long) (1e3 * seconds));
        JsonNode seen = tab.evaluate("probe.stop()");
        addFrames("play_", seen, seen.path("frames").size());
        int most = 0;
        double sum = 0;
        for (JsonNode apart : seen.path("apart")) {
            most = Math.max(most, apart.asInt());
            sum += apart.asInt();
        }
        samples.add(prefix + "play_drift_most_frames", most);
        samples.add(
                prefix + "play_drift_mean_frames",
                sum / Math.max(1, seen.path("apart").size()));
    }

    /** Of the first so many frames of the display. */
    private void addFrames(String what, JsonNode seen, int count) {
        Histogram intervals = new Histogram(TimeUnit.HOURS.toMicros(1), 3);
        JsonNode frames = seen.path("frames");
        for (int i = 1; i < count; i++) {
            intervals.recordValue((long)
                    (1e3 * (frames.path(i).asDouble() - frames.path(i - 1).asDouble())));
        }
        double end = frames.path(count - 1).asDouble();
        double took = (end - frames.path(0).asDouble()) / 1e3;
        samples.add(prefix + what + "fps", (count - 1) / took);
        samples.add(prefix + what + "interval_p95_ms", intervals.getValueAtPercentile(95) / 1e3);
        samples.add(prefix + what + "interval_most_ms", intervals.getMaxValue() / 1e3);
        int pictures = 0;
        for (JsonNode camera : seen.path("pictures")) {
            for (JsonNode at : camera) {
                pictures += at.asDouble() <= end ? 1 : 0;
            }
        }
        samples.add(prefix + what + "pictures_per_s", pictures / took / CAMERAS);
    }
}
