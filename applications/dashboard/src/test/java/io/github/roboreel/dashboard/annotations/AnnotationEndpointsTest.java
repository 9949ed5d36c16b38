package io.github.roboreel.dashboard.annotations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Ids;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.api.Route;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.LenientJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class AnnotationEndpointsTest {
    private static final String NOTE =
            "{\"flag\": true, \"tags\": [\" slip \", \"late\", \"slip\"], \"note\": \"a\\nb\"}";

    @TempDir
    private Path served;

    private Path folder;
    private RecordingIndex index;
    private List<Route> endpoints;
    private String episode;

    @BeforeEach
    void open() throws Exception {
        folder = Files.createDirectory(served.toRealPath().resolve("one"));
        Files.createDirectory(folder.resolve("A"));
        Files.writeString(folder.resolve("A/env_cfg.json"), "{}");
        Files.writeString(
                folder.resolve("episode_results.jsonl"),
                "{\"env_name\": \"A\", \"episode\": 3, \"run\": 3, \"env_id\": 0, \"success\": true}\n");
        index = RecordingIndex.open(List.of(served.toRealPath()), served.resolve(".cache"));
        endpoints = AnnotationEndpoints.of(index, false);
        episode = Ids.of(folder.toString(), "A", "run_3.hdf5", "demo_0");
        while (!index.hasEpisode(episode)) {
            Thread.sleep(5); // it reads on in a thread of its own
        }
    }

    @AfterEach
    void close() throws Exception {
        index.close();
    }

    private JsonNode ask(String method, String version, String body) throws IOException {
        Route endpoint = endpoints.stream()
                .filter(e -> e.method().equals(method))
                .findFirst()
                .orElseThrow();
        Map<String, String> headers = version.isEmpty() ? Map.of() : Map.of("if-match", version);
        Answer.Versioned answer = (Answer.Versioned) endpoint.answer(new Request(
                Map.of("episode", episode),
                Map.of(),
                headers,
                LenientJson.parse(body).json()));
        JsonNode json = FormatJson.tree(answer.value());
        assertEquals(json.path("version").asText(), answer.version());
        return json;
    }

    @Test
    void whatIsSavedIsReadWithItsVersion() throws IOException {
        assertEquals(
                "{\"flag\":false,\"tags\":[],\"note\":\"\",\"version\":0,\"at\":null}",
                ask("GET", "", "{}").toString());

        JsonNode saved = ask("PUT", "\"0\"", NOTE);

        assertEquals("[\"slip\",\"late\"]", saved.path("tags").toString());
        assertEquals(1, saved.path("version").intValue());
        assertTrue(saved.path("at").textValue().endsWith("Z"));
        assertEquals(saved, ask("GET", "", "{}"));
        assertEquals(
                2,
                ask("PUT", "W/\"1\"", NOTE.replace("true", "false"))
                        .path("version")
                        .intValue());
        assertFalse(ask("GET", "", "{}").path("flag").booleanValue());
        assertEquals(2, Files.readAllLines(folder.resolve("annotations.jsonl")).size());
    }

    @Test
    void anOlderVersionIsRefused() throws IOException {
        ask("PUT", "\"0\"", NOTE);
        Refusal refusal = assertThrows(Refusal.class, () -> ask("PUT", "\"0\"", NOTE));
        assertEquals(412, refusal.status());
        assertTrue(refusal.getMessage().contains("changed by another user"));
    }

    @Test
    void aFolderThatIsBeingMergedIntoTakesNoNotes() throws IOException {
        Path journal = Files.writeString(folder.resolve("merge.journal.json"), "{}");
        Refusal refusal = assertThrows(Refusal.class, () -> ask("PUT", "0", NOTE));
        assertEquals(409, refusal.status());
        assertEquals(
                folder + " is the target of a merge that is not finished; save the notes again when it is",
                refusal.getMessage());
        assertFalse(Files.exists(folder.resolve("annotations.jsonl")));

        Files.delete(journal);
        assertEquals(1, ask("PUT", "0", NOTE).path("version").intValue());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''     | {'flag':true,'tags':[],'note':''}                 | If-Match is missing",
                "latest | {'flag':true,'tags':[],'note':''}                 | If-Match is no version",
                "0      | {}                                                | the body is not understood",
                "0      | {'flag':1,'tags':[],'note':''}                    | the body is not understood",
                "0      | {'flag':true,'tags':'a','note':''}                | the body is not understood",
                "0      | {'flag':true,'tags':[],'note':'','env_name':'B'}  | the body is not understood",
                "0      | {'flag':true,'tags':[1],'note':''}                | a tag is 1; expected a text",
                "0      | {'flag':true,'tags':[' '],'note':''}              | a tag is \" \"; expected a text",
                "0      | {'flag':true,'tags':['a\\nb'],'note':''}          | expected a text of 1 to 64 characters",
            })
    void whatMakesNoSenseIsRefusedInASentence(String version, String body, String sentence) {
        Refusal refusal = assertThrows(
                Refusal.class, () -> ask("PUT", version, body.replace("'", "\"").replace("\\n", "\\u000a")));
        assertEquals(400, refusal.status());
        assertTrue(refusal.getMessage().contains(sentence), refusal.getMessage());
        assertFalse(Files.exists(folder.resolve("annotations.jsonl")));
    }

    @Test
    void tooMuchIsRefused() {
        String longNote = "{\"flag\":true,\"tags\":[],\"note\":\"" + "x".repeat(10_001) + "\"}";
        assertEquals(
                "the note has 10001 characters; shorten it to 10000",
                assertThrows(Refusal.class, () -> ask("PUT", "0", longNote)).getMessage());
        StringBuilder tags = new StringBuilder("\"a\"");
        for (int i = 0; i < 32; i++) {
            tags.append(",\"").append(i).append('"');
        }
        String many = "{\"flag\":true,\"tags\":[" + tags + "],\"note\":\"\"}";
        assertEquals(
                "there are 33 tags; give 32 at most",
                assertThrows(Refusal.class, () -> ask("PUT", "0", many)).getMessage());
    }

    @Test
    void whoMayOnlyReadCannotWrite() throws IOException {
        endpoints = AnnotationEndpoints.of(index, true);

        assertEquals(0, ask("GET", "", "{}").path("version").asInt());
        Refusal refusal = assertThrows(Refusal.class, () -> ask("PUT", "0", NOTE));
        assertEquals(403, refusal.status());
        assertTrue(refusal.getMessage().startsWith("nothing was saved, as this server only reads"), refusal::toString);
        assertFalse(Files.exists(folder.resolve("annotations.jsonl")));
    }

    @Test
    void anEpisodeThatIsNotThereIsSaid() {
        episode = "../../etc";
        assertEquals(
                404, assertThrows(Refusal.class, () -> ask("PUT", "0", NOTE)).status());
    }
}
