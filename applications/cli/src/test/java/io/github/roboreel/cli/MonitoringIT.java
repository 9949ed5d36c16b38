package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.dashboard.api.Ids;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording with its dashboard, both scraped by a real Prometheus with the files of {@code config}. */
class MonitoringIT {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Pattern ADDRESS = Pattern.compile("(?m)^(http://127\\.0\\.0\\.1:(\\d+)/)\\?token=(\\S+)$");
    private static final Pattern KEPT =
            Pattern.compile("the dashboard stays open(?: at (http://\\S+/)\\?token=\\S+)?; kill (\\d+) ends it");
    private static final String NO_SAMPLES_YET = "nothing has been recorded yet";

    @TempDir
    private Path folder;

    @Test
    void prometheusScrapesBothAndEveryPanelOfTheGrafanaDashboardHasData() throws Exception {
        ChildJvm recorder = record("--dashboard", "--metrics-port=0", "--metrics-token-file=recorder.token");
        try {
            await(recorder, () -> ADDRESS.matcher(recorder.err()).find());
            Matcher dashboard = ADDRESS.matcher(recorder.err());
            assertTrue(dashboard.find());
            Files.writeString(folder.resolve("dashboard.token"), dashboard.group(3));
            JsonNode shown = new ObjectMapper().readTree(Files.readString(metricsFile()));
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(metricsFile())));
            assertEquals(
                    Files.readString(folder.resolve("recorder.token")).strip(),
                    shown.get("token").asText());
            URI meters = URI.create(shown.get("url").asText());
            assertEquals(401, get(meters, "wrong").statusCode());
            assertClean(get(meters, shown.get("token").asText()));
            assertClean(get(URI.create(dashboard.group(1) + "metrics"), dashboard.group(3)));
            Path config = config(meters.getAuthority(), "127.0.0.1:" + dashboard.group(2));
            try (Prometheus prometheus = Prometheus.start(config, folder)) {
                assertPanels(recorder, prometheus);
                assertTargets(recorder, prometheus);
            }
            List<ProcessHandle> children = recorder.children().toList();
            assertFalse(children.isEmpty(), "the dashboard has ended");
            recorder.terminate();
            assertEquals(1, recorder.exitCode(), recorder.err());
            assertTrue(children.stream().noneMatch(ProcessHandle::isAlive), "the dashboard goes on");
            assertFalse(Files.exists(metricsFile()));
        } finally {
            end(recorder);
        }
    }

    /** Neither the address file that a killed recorder leaves nor its dashboard, which lives, is in the way. */
    @Test
    void afterAKillTheDashboardLivesAndTheNextRecordingReplacesTheAddress() throws Exception {
        ChildJvm killed = record("--dashboard");
        List<ProcessHandle> children = new ArrayList<>();
        try {
            await(killed, () -> ADDRESS.matcher(killed.err()).find() && Files.exists(runFile()));
            Matcher dashboard = ADDRESS.matcher(killed.err());
            assertTrue(dashboard.find());
            killed.children().forEach(children::add);
            String left = Files.readString(metricsFile());
            URI health = URI.create(dashboard.group(1) + "api/v1/live/health/"
                    + Ids.of(folder.resolve("output/seen").toRealPath().toString()));
            await(
                    killed,
                    () -> health(health, dashboard.group(3))
                                    .path("steps_per_second")
                                    .asDouble()
                            > 0);
            killed.kill();
            JsonNode dead = health(health, dashboard.group(3));
            assertEquals("dead", dead.get("status").asText(), dead.toString());
            assertEquals(
                    200,
                    get(URI.create(dashboard.group(1) + "metrics"), dashboard.group(3))
                            .statusCode());
            assertEquals(left, Files.readString(metricsFile()));
            ChildJvm next = record("--recover", "--metrics-port=0");
            try {
                await(
                        next,
                        () -> Files.exists(metricsFile())
                                && !Files.readString(metricsFile()).equals(left));
            } finally {
                end(next);
            }
        } finally {
            end(killed);
            children.forEach(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void aDashboardThatDiesIsOneWarningAndTheRecordingGoesOn() throws Exception {
        ChildJvm recorder = record("--dashboard", "--num-runs=1", "--max-steps=45", "--json");
        try {
            await(recorder, () -> Files.exists(runFile()));
            List<ProcessHandle> children = recorder.children().toList();
            assertEquals(1, children.size());
            children.forEach(ProcessHandle::destroyForcibly);
            assertEquals(0, recorder.exitCode(), recorder.err());
            assertEquals(
                    1, recorder.err().split("the dashboard ended \\(exit code 137", -1).length - 1, recorder.err());
            assertEquals(
                    2,
                    new ObjectMapper().readTree(recorder.out()).get("episodes").size());
        } finally {
            end(recorder);
        }
    }

    @Test
    void aDashboardThatIsKeptOutlivesTheRecording() throws Exception {
        // A recording that ends before the dashboard is up cannot say where it is.
        boolean isSeen = false;
        for (int steps = 1; !isSeen; steps *= 10) {
            isSeen = outlives(ChildJvm.run(
                    folder,
                    "record",
                    "--policy=hold",
                    "--realtime",
                    "--max-steps=" + steps,
                    "--video-mode=none",
                    "--dashboard",
                    "--keep"));
        }
    }

    /** Whether the recording knew the address of its dashboard. */
    private static boolean outlives(ChildJvm recorder) throws Exception {
        assertEquals(0, recorder.exitCode(), recorder.err());
        Matcher ending = KEPT.matcher(recorder.err());
        assertTrue(ending.find(), recorder.err());
        ProcessHandle kept = ProcessHandle.of(Long.parseLong(ending.group(2))).orElseThrow();
        try {
            if (ending.group(1) != null) {
                assertEquals(
                        200, get(URI.create(ending.group(1) + "health"), "").statusCode());
            }
            kept.destroy();
            kept.onExit().get();
            return ending.group(1) != null;
        } finally {
            kept.descendants().forEach(ProcessHandle::destroyForcibly);
            kept.destroyForcibly();
        }
    }

    private ChildJvm record(String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("record", "--policy=hold", "--output-folder-name=seen"));
        arguments.addAll(List.of("--realtime", "--num-envs=2"));
        if (!List.of(options).contains("--num-runs=1")) {
            arguments.addAll(List.of("--max-steps=30", "--num-runs=1000"));
        }
        arguments.addAll(List.of("--video-mode=viewport", "--camera-size=64x48", "--flush-interval-seconds=0.2"));
        arguments.addAll(List.of(options));
        return ChildJvm.start(folder, arguments.toArray(String[]::new));
    }

    private static void end(ChildJvm child) throws InterruptedException {
        List<ProcessHandle> children = child.children().toList();
        child.kill();
        children.forEach(ProcessHandle::destroyForcibly);
    }

    private static JsonNode health(URI health, String token) throws Exception {
        HttpResponse<String> answer = get(health, token);
        assertEquals(200, answer.statusCode(), answer.body());
        return new ObjectMapper().readTree(answer.body());
    }

    private static HttpResponse<String> get(URI uri, String token) throws Exception {
        return CLIENT.send(
                HttpRequest.newBuilder(uri)
                        .header("Authorization", "Bearer " + token)
                        .build(),
                BodyHandlers.ofString());
    }

    /** By {@code promtool}, which also finds meters without a description. */
    private static void assertClean(HttpResponse<String> scraped) throws Exception {
        assertEquals(200, scraped.statusCode());
        Process promtool = new ProcessBuilder("promtool", "check", "metrics")
                .redirectErrorStream(true)
                .start();
        promtool.getOutputStream().write(scraped.body().getBytes(java.nio.charset.StandardCharsets.UTF_8));
        promtool.getOutputStream().close();
        String said = new String(promtool.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertEquals(0, promtool.waitFor(), said + scraped.body());
        assertEquals("", said);
    }

    /** The example of {@code config}, with the ports of this test and no time to lose. */
    private Path config(String recorder, String dashboard) throws Exception {
        String example = Files.readString(InProcess.HOME.resolve("config/prometheus/prometheus.yml"));
        String ours = example.replace("127.0.0.1:9464", recorder)
                .replace("127.0.0.1:8420", dashboard)
                .replace("scrape_interval: 5s", "scrape_interval: 250ms");
        assertTrue(ours.contains(recorder) && ours.contains(dashboard) && ours.contains("250ms"), ours);
        return Files.writeString(folder.resolve("prometheus.yml"), ours);
    }

    private static void assertPanels(ChildJvm recorder, Prometheus prometheus) throws Exception {
        Path file = InProcess.HOME.resolve("config/grafana/roboreel.json");
        JsonNode grafana = new ObjectMapper().readTree(Files.readString(file));
        Set<String> empty = new HashSet<>();
        for (JsonNode panel : grafana.get("panels")) {
            assertFalse(
                    panel.get("description").asText().isEmpty(),
                    panel.get("title").asText());
            assertFalse(
                    panel.at("/fieldConfig/defaults/unit").asText().isEmpty(),
                    panel.get("title").asText());
            for (JsonNode target : panel.get("targets")) {
                String expression = target.get("expr").asText();
                assertTrue(expression.contains("instance=~\"$instance\""), expression);
                String asked = expression
                        .replace("$__rate_interval", "5s")
                        .replace("$__range", "1m")
                        .replace("$instance", ".*");
                assertFalse(prometheus.formatted(asked).isEmpty());
                empty.add(asked);
            }
        }
        assertTrue(empty.size() >= 20, empty.toString());
        await(recorder, () -> {
            for (String expression : List.copyOf(empty)) {
                if (!prometheus.query(expression).isEmpty()) {
                    empty.remove(expression);
                }
            }
            return empty.isEmpty();
        });
    }

    private static void assertTargets(ChildJvm recorder, Prometheus prometheus) throws Exception {
        assertEquals(2, prometheus.targets().size());
        for (JsonNode target : prometheus.targets()) {
            assertEquals("up", target.get("health").asText(), target.toString());
        }
        assertEquals(2, prometheus.query("up == 1").size());
        JsonNode steps = prometheus.query("roboreel_steps_total");
        assertEquals(1, steps.size(), "one series for all runs");
        assertTrue(steps.at("/0/value/1").asDouble() > 0, NO_SAMPLES_YET);
        assertTrue(steps.at("/0/metric/recorder").asText().endsWith("/output/seen"), steps.toString());
        assertTrue(recorder.isAlive());
    }

    private static void await(ChildJvm child, Callable<Boolean> condition) throws Exception {
        while (!condition.call()) {
            assertTrue(child.isAlive(), child.err());
            Thread.sleep(50);
        }
    }

    private Path metricsFile() {
        return folder.resolve("output/seen/.recording.metrics.json");
    }

    private Path runFile() {
        return folder.resolve("output/seen/BananaInBowlTask/run_0.hdf5");
    }
}
