package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.recorder.spi.RecorderMeter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Meters that a recording and its dashboard publish, against everything that names them. */
class MetersIT {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final Pattern ADDRESS = Pattern.compile("(?m)^(http://127\\.0\\.0\\.1:\\d+/)\\?token=(\\S+)$");
    private static final Pattern FAMILY = Pattern.compile("(?m)^# TYPE (roboreel_\\w+) \\w+$");
    private static final Pattern SERIES = Pattern.compile("\\broboreel_[a-z_]+");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `(roboreel\\.[a-z.]+)` \\| (\\w+) \\| (\\w+) \\|");

    @TempDir
    private static Path folder;

    private static ChildJvm recorder;
    private static String ofRecorder;
    private static String ofDashboard;

    @BeforeAll
    static void scrapeBoth() throws Exception {
        recorder = ChildJvm.start(
                folder,
                "record",
                "--policy=hold",
                "--output-folder-name=seen",
                "--realtime",
                "--max-steps=100000",
                "--video-mode=viewport",
                "--camera-size=64x48",
                "--metrics-port=0",
                "--dashboard");
        Path shown = folder.resolve("output/seen/.recording.metrics.json");
        while (!ADDRESS.matcher(recorder.err()).find() || !Files.exists(shown)) {
            pause();
        }
        JsonNode address = new ObjectMapper().readTree(Files.readString(shown));
        URI uri = URI.create(address.get("url").asText());
        do {
            pause();
            ofRecorder = get(uri, address.get("token").asText());
        } while (!ofRecorder.matches("(?s).*\nroboreel_steps_total\\{[^}]*} [1-9].*"));
        Matcher dashboard = ADDRESS.matcher(recorder.err());
        assertTrue(dashboard.find());
        get(URI.create(dashboard.group(1) + "api/v1/me"), dashboard.group(2));
        ofDashboard = get(URI.create(dashboard.group(1) + "metrics"), dashboard.group(2));
    }

    private static void pause() throws Exception {
        assertTrue(recorder.isAlive(), recorder.err());
        Thread.sleep(50);
    }

    @AfterAll
    static void end() throws InterruptedException {
        List<ProcessHandle> children = recorder.children().toList();
        recorder.kill();
        children.forEach(ProcessHandle::destroyForcibly);
    }

    private static String get(URI uri, String token) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Authorization", "Bearer " + token)
                .build();
        return CLIENT.send(request, BodyHandlers.ofString()).body();
    }

    @Test
    void meters_ofARecording_areThoseOfTheListAndOfTheReferencePage() throws Exception {
        Set<String> published = FAMILY.matcher(ofRecorder)
                .results()
                .map(found -> found.group(1))
                .filter(name -> !name.endsWith("_seconds_max"))
                .collect(Collectors.toCollection(TreeSet::new));
        Map<String, String> listed = new TreeMap<>();
        for (RecorderMeter meter : RecorderMeter.values()) {
            String name = meter.meterName().replace('.', '_') + "(_seconds|_bytes|_" + meter.unit() + ")?(_total)?";
            assertTrue(published.removeIf(each -> each.matches(name)), name + " is not published: " + ofRecorder);
            listed.put(meter.meterName(), meter.type().name().toLowerCase(Locale.ROOT) + " " + meter.unit());
        }
        assertEquals(Set.of(), published, "published, but no RecorderMeter");
        String page = Files.readString(InProcess.HOME.resolve("docs/reference/meters.md"));
        assertEquals(
                listed,
                ROW.matcher(page)
                        .results()
                        .filter(row -> !row.group(1).startsWith("roboreel.dashboard."))
                        .collect(Collectors.toMap(
                                row -> row.group(1),
                                row -> row.group(2) + " " + row.group(3),
                                (a, b) -> a,
                                TreeMap::new)));
    }

    @Test
    void series_thatConfigurationAndGuidesName_arePublished() throws Exception {
        Set<String> published = series(ofRecorder);
        published.addAll(series(ofDashboard));
        try (Stream<Path> config = Files.walk(InProcess.HOME.resolve("config"))) {
            Stream<Path> guides = Stream.of("monitoring.md").map(InProcess.HOME.resolve("docs/how-to")::resolve);
            Set<String> named = new TreeSet<>();
            for (Path file :
                    Stream.concat(config.filter(Files::isRegularFile), guides).toList()) {
                Set<String> here = series(Files.readString(file));
                named.addAll(here);
                here.removeAll(published);
                assertEquals(Set.of(), here, file.toString());
            }
            assertTrue(named.size() > 15, named.toString());
        }
    }

    private static Set<String> series(String text) {
        return SERIES.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }
}
