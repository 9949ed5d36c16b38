package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.api.Route;
import io.github.roboreel.dashboard.catalogue.TasksEndpoint;
import io.github.roboreel.dashboard.check.Checks;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.dashboard.overview.OverviewEndpoints;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.metrics.MetricSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the dashboard shows of many episodes is what the commands say of the same recording. */
@Timeout(120)
class DashboardOverviewIT {
    @TempDir
    private static Path cache;

    private static RecordingIndex index;
    private static Checks checks;
    private static String recording;

    @BeforeAll
    static void open() throws Exception {
        index = RecordingIndex.open(List.of(RecordedTakes.plain()), cache);
        checks = new Checks(index, MetricSettings.roboLab());
        while (index.progress().done() < 1) {
            Thread.sleep(20);
        }
        recording = index.indexed().get(0).id();
    }

    @AfterAll
    static void close() {
        checks.close();
        index.close();
    }

    private static JsonNode ask(String method, String path, Map<String, List<String>> parameters, JsonNode body)
            throws IOException {
        Route endpoint = Stream.of(
                        OverviewEndpoints.of(index, ServeCommand.exports()),
                        checks.endpoints(),
                        List.<Route>of(new Route(
                                "/tasks",
                                new TasksEndpoint(index, Optional.of(InProcess.HOME.resolve("config/tasks")))::answer)))
                .flatMap(List::stream)
                .filter(each -> each.path().equals(path) && each.method().equals(method))
                .findFirst()
                .orElseThrow();
        Answer answer = endpoint.answer(new Request(Map.of("recording", recording), parameters, Map.of(), body));
        return FormatJson.read(FormatJson.text(((Answer.Json) answer).value()));
    }

    private static JsonNode ask(String path, Map<String, List<String>> parameters) throws IOException {
        return ask("GET", path, parameters, MissingNode.getInstance());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "task",
                "attributes",
                "difficulty",
                "instruction-type",
                "wrong-objects",
                "policy",
                "attribute:run"
            })
    void theReportIsThatOfTheCommand(String by) throws Exception {
        InProcess command =
                InProcess.run("report", RecordedTakes.plain().toString(), "--json", "--by=" + by, "--success-only");

        JsonNode report = ask("/report", Map.of("by", List.of(by), "success", List.of("true")));

        String named = command.out().replace(RecordedTakes.plain().toString(), "plain");
        assertEquals(FormatJson.read(named), report);
        assertTrue(report.at("/total/episodes").asInt() > 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lerobot", "rlds", "robomimic", "minari"})
    void theCommandLineOfASelectionExportsIt(String format, @TempDir Path folder) throws Exception {
        JsonNode chosen = ask("/episodes", Map.of("metric", List.of("duration:0:")));
        List<String> ids = chosen.path("episodes").findValuesAsText("id").subList(1, 4);
        List<Integer> numbers = new ArrayList<>();
        chosen.path("episodes").forEach(row -> numbers.add(row.path("episode").asInt()));

        JsonNode answer =
                ask("POST", "/selection/command", Map.of(), FormatJson.tree(Map.of("episodes", ids, "format", format)));

        assertEquals(1, answer.path("commands").size());
        List<String> words = words(answer.at("/commands/0").asText());
        assertEquals(List.of("roboreel", "export", format), words.subList(0, 3));
        assertEquals("--episodes=" + numbers.get(1) + "-" + numbers.get(3), words.get(5));
        String[] arguments = words.stream()
                .skip(1)
                .map(word -> word.replaceFirst("^(--out|--root)=", "$1=" + folder + "/"))
                .toArray(String[]::new);
        InProcess exported = InProcess.run(arguments);
        assertEquals(Outcome.OK, exported.outcome(), exported.err());
        assertTrue(exported.out().contains("3 episodes"), exported.out());
    }

    /** As a shell reads the line. */
    private static List<String> words(String line) throws IOException {
        Process shell = new ProcessBuilder("sh", "-c", "printf '%s\\n' " + line).start();
        String out = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return out.lines().toList();
    }

    @Test
    void aCheckFindsWhatTheCommandFinds() throws Exception {
        assertEquals(
                "none", ask("/problems/{recording}", Map.of()).path("status").asText());
        ask("POST", "/problems/{recording}", Map.of(), MissingNode.getInstance());
        JsonNode check = ask("/problems/{recording}", Map.of());
        while (check.path("status").asText().equals("running")) {
            Thread.sleep(100);
            check = ask("/problems/{recording}", Map.of());
        }

        assertEquals("done", check.path("status").asText());
        assertEquals(0, check.at("/summary/errors").asInt(), check.toString());
        assertEquals(RecordedTakes.EPISODES, check.at("/summary/episodes").asInt());
        assertEquals(2, check.at("/summary/run_files").asInt());
    }

    @Test
    void aTaskIsThatOfItsFileAndOfTheRecording() throws Exception {
        JsonNode tasks = ask("/tasks", Map.of());

        assertEquals(
                List.of("BananaInBowlCrowdedTask", "BananaInBowlTask", "RubiksCubeInBowlTask"),
                names(tasks.path("tasks")));
        JsonNode task = tasks.at("/tasks/1");
        assertEquals("Put the fruit away", task.at("/instructions/vague").asText());
        assertEquals(List.of("banana", "bowl", "rubiks_cube"), names(task.path("objects")));
        assertEquals("simple", task.path("difficulty").asText());
        assertEquals(RecordedTakes.EPISODES, task.path("episodes").asInt());
        assertEquals(recording, task.at("/recordings/0").asText());
        assertEquals("pick_and_place", task.at("/subtasks/0/name").asText());
        assertEquals(0, tasks.at("/tasks/0/episodes").asInt());
    }

    private static List<String> names(JsonNode rows) {
        List<String> names = new ArrayList<>();
        rows.forEach(row -> names.add(row.path("name").asText()));
        return names;
    }

    @Test
    void aRecordingIsCompleteAndItsRunsAreDone() throws Exception {
        JsonNode detail = ask("/recordings/{recording}", Map.of());

        assertEquals("complete", detail.path("status").asText());
        assertEquals(2, detail.at("/runs/done").asInt());
        assertEquals(2, detail.at("/runs/promised").asInt());
        assertEquals("run_1.hdf5", detail.at("/envs_detail/0/runs/1/file").asText());
        assertEquals(
                Files.size(RecordedTakes.file(RecordedTakes.plain(), 1)),
                detail.at("/envs_detail/0/runs/1/bytes").asLong());
        assertEquals(
                RecordedTakes.EPISODES,
                detail.at("/metrics_by_outcome/all/ee_sparc/n").asInt());
        assertEquals(
                "roboreel recover " + RecordedTakes.plain(),
                detail.at("/commands/recover").asText());
    }
}
