package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.api.Route;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.dashboard.overview.OverviewEndpoints;
import io.github.roboreel.format.FormatJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command line that the dashboard gives for its filters prints the numbers that it shows. */
@Timeout(120)
class DashboardFiltersTest {
    private static final String NAME = "it's a take";

    @TempDir
    private static Path temp;

    private static Path folder;
    private static RecordingIndex index;

    @BeforeAll
    static void write() throws Exception {
        folder = Files.createDirectories(temp.resolve("served").resolve(NAME)).toRealPath();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            lines.add(line(i));
        }
        Files.write(folder.resolve("episode_results.jsonl"), lines);
        Files.writeString(folder.resolve("annotations.jsonl"), """
                {"env_name":"Bowl","episode":2,"flag":true,"tags":["slip"],"note":"Hinge squeaks","version":1,"at":""}
                {"env_name":"Mug","episode":3,"flag":false,"tags":["slip","late"],"note":"","version":1,"at":""}
                """);
        index = RecordingIndex.open(List.of(temp.resolve("served").toRealPath()), temp.resolve("cache"));
        while (index.progress().done() < 1) {
            Thread.sleep(20);
        }
    }

    @AfterAll
    static void close() {
        index.close();
    }

    private static String line(int i) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("env_name", i % 2 == 0 ? "Bowl" : "Mug");
        line.put("episode", i);
        line.put("policy", i < 6 ? "pi0" : "pi 0.5");
        line.put("scene", i % 4 == 0 ? "kitchen" : "lab");
        line.put("instruction_type", i % 3 == 0 ? "vague" : "default");
        line.put("attributes", i < 8 ? List.of("simple", "color") : List.of("complex"));
        if (i != 5) {
            line.put("success", i % 3 != 0);
        }
        line.put("score", i / 12.0);
        line.put("reason", i % 3 == 0 ? "Dropped the (red) bowl" : "all done");
        line.put("status", i % 3 == 0 ? "truncated" : "success");
        line.put("episode_step", 100 + i);
        line.put("dt", 0.1);
        line.put("metrics", Map.of("ee_sparc", -3 - i / 7.0, "return", i));
        line.put("events", Map.of("OBJECT_BUMPED", i % 5));
        line.put("episode_attributes", Map.of("terrain", i < 4 ? "rough" : "flat $HOME"));
        return FormatJson.text(line);
    }

    private static JsonNode ask(String path, Map<String, List<String>> parameters) throws IOException {
        Route endpoint = OverviewEndpoints.of(index, List.of()).stream()
                .filter(each -> each.path().equals(path))
                .findFirst()
                .orElseThrow();
        Answer answer = endpoint.answer(new Request(Map.of(), parameters, Map.of(), MissingNode.getInstance()));
        return FormatJson.read(FormatJson.text(((Answer.Json) answer).value()));
    }

    private static Map<String, List<String>> parameters(String query) {
        Map<String, List<String>> parameters = new LinkedHashMap<>();
        for (String one : query.split("&")) {
            int equals = one.indexOf('=');
            parameters
                    .computeIfAbsent(one.substring(0, equals), name -> new ArrayList<>())
                    .add(one.substring(equals + 1));
        }
        return parameters;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "task=Bowl                                    | 6",
                "task=Bowl&task=M*                            | 12",
                "env=Mug&policy=pi 0.5                        | 3",
                "success=true                                 | 7",
                "success=none                                 | 1",
                "success=false&success=none                   | 5",
                "success=true&success=false&success=none      | 12",
                "status=truncated                             | 4",
                "reason=(RED)                                 | 4",
                "reason=red&reason=done                       | 12",
                "event=OBJECT_BUMPED                          | 9",
                "min_steps=103                                | 9",
                "max_steps=103                                | 4",
                "min_steps=103&max_steps=105                  | 3",
                "min_steps=0                                  | 12",
                "metric=ee_sparc:-3.5:                        | 4",
                "metric=return:2:4                            | 3",
                "metric=score::0.5&metric=return:3:           | 4",
                "metric=duration:11:                          | 2",
                "attribute=complex                            | 4",
                "attribute=terrain=rough                      | 4",
                "attribute=terrain=flat $HOME&attribute=color | 4",
                "flag=true                                    | 1",
                "tag=l?te                                     | 1",
                "tag=slip&success=true                        | 1",
                "q=SQUEAK                                     | 1",
                "q=pi 0                                       | 6",
                "scene=kitchen&instruction_type=vague         | 1",
                "by=policy&status=success                     | 8",
                "by=attribute:terrain&max_steps=105           | 6",
                "by=instruction_type&attribute=simple         | 8",
                "by=wrong_objects&exclude_containers=1        | 12",
                "by=attributes&interval=equal-tailed          | 12",
                "by=episode_attribute&attribute=terrain&attribute=simple | 8",
            })
    void theCommandPrintsTheSameNumbers(String query, int episodes) throws Exception {
        Map<String, List<String>> parameters = parameters(query);
        JsonNode shown = ask("/report", parameters);
        String command = ask("/report/command", parameters).path("command").asText();

        List<String> words = words(command);
        assertEquals(List.of("roboreel", "report", folder.toString()), words.subList(0, 3));
        words.add("--json");
        InProcess report = InProcess.run(words.subList(1, words.size()).toArray(String[]::new));

        assertEquals(Outcome.OK, report.outcome(), command + ": " + report.err());
        String named = report.out().replace(folder.toString(), NAME);
        assertEquals(FormatJson.read(named), shown, command);
        assertEquals(episodes, shown.at("/total/episodes").asInt(), command);
    }

    /** As a shell reads the line. */
    private static List<String> words(String line) throws IOException {
        Process shell = new ProcessBuilder("sh", "-c", "printf '%s\\n' " + line).start();
        String out = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new ArrayList<>(out.lines().toList());
    }

    @Test
    void aListOfEpisodesHasThoseThatTheReportCounts() throws Exception {
        Map<String, List<String>> parameters = parameters("status=truncated&metric=return:3:&max_steps=109");
        List<String> listed = new ArrayList<>();
        ask("/episodes", parameters)
                .path("episodes")
                .forEach(row -> listed.add(row.path("episode").asText()));

        InProcess report = InProcess.run(
                "report",
                folder.toString(),
                "--show-episodes",
                "--json",
                "--status",
                "truncated",
                "--metric=return:3:",
                "--max-steps=109");

        List<String> counted = new ArrayList<>();
        FormatJson.read(report.out())
                .path("episodes")
                .forEach(row -> counted.add(row.path("episode").asText()));
        assertEquals(Set.of("3", "6", "9"), Set.copyOf(counted));
        assertEquals(3, listed.size());
        assertEquals(Set.copyOf(counted), Set.copyOf(listed));
    }
}
