package io.github.roboreel.dashboard.live;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Ids;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.index.EpisodePlace;
import io.github.roboreel.dashboard.index.IndexedRecording;
import io.github.roboreel.dashboard.index.Recording.Status;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.dashboard.live.HeardMessages.Heard;
import io.github.roboreel.dashboard.overview.OverviewEndpoints;
import io.github.roboreel.dashboard.series.ReadColumns;
import io.github.roboreel.dashboard.series.SeriesEndpoints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What pages receive while a recorder in another process records, ends and is killed. */
@Timeout(120)
class LiveIT {
    @TempDir
    private Path folder;

    private Path output;
    private RecordingIndex index;
    private Live live;
    private SeriesEndpoints series;

    @BeforeEach
    void open() throws IOException {
        folder = folder.toRealPath();
        output = Files.createDirectory(folder.resolve("output"));
        index = RecordingIndex.open(List.of(folder), folder.resolve(".cache"));
        live = Live.open(index, recording -> Map.of("recording", recording.id(), "status", "ok"));
        index.listen(new RecordingIndex.Listener() {
            @Override
            public void changed(IndexedRecording recording) {
                live.changed(recording.recording(), () -> OverviewEndpoints.row(recording));
            }

            @Override
            public void gone(String recording) {
                live.gone(recording);
            }
        });
        series = SeriesEndpoints.of(index, folder.resolve("cache"), live.newest(), episode -> null);
    }

    @AfterEach
    void close() {
        series.close();
        live.close();
        index.close();
    }

    private String recording() {
        return Ids.of(output.toString());
    }

    private String episode(int env) {
        return Ids.of(output.toString(), RecordingChild.ENV, "run_0.hdf5", "demo_" + env);
    }

    private static Request request(Map<String, String> ids, String... parameters) {
        Map<String, List<String>> given = new HashMap<>();
        for (int i = 0; i < parameters.length; i += 2) {
            given.merge(
                    parameters[i],
                    List.of(parameters[i + 1]),
                    (a, b) -> Stream.concat(a.stream(), b.stream()).toList());
        }
        return new Request(ids, given, Map.of(), MissingNode.getInstance());
    }

    private HeardMessages listen(String... parameters) throws Exception {
        HeardMessages page = new HeardMessages();
        live.stream().open(request(Map.of(), parameters), page);
        page.await("hello", hello -> true);
        return page;
    }

    private ReadColumns rows(int env, String... parameters) throws IOException {
        Answer answer =
                live.endpoints(series::rows).get(0).answer(request(Map.of("episode", episode(env)), parameters));
        return ReadColumns.of(((Answer.Bytes) answer).bytes());
    }

    private static void assertActions(ReadColumns columns, int env, int from, int to) {
        for (int component = 0; component < 2; component++) {
            assertEquals("actions[" + component + "]", columns.field(component));
            int[] steps = IntStream.range(from, to).toArray();
            assertArrayEquals(steps, columns.steps(component));
            int c = component;
            double[] expected = Arrays.stream(steps)
                    .mapToDouble(step -> RecordingChild.action(env, step, c))
                    .toArray();
            assertArrayEquals(expected, columns.values(component));
        }
    }

    private EpisodePlace place(int env) {
        return index.episode(episode(env)).orElseThrow();
    }

    @Test
    void aRecordingIsFollowedUntilItsRecorderIsKilled() throws Exception {
        HeardMessages page = listen();
        try (RecordingChild child = RecordingChild.start(output, true)) {
            page.await("recording", r -> r.path("status").asText().equals("recording"));
            page.await("episode", e -> isEpisode(e, 1, "recording"));
            child.order("step 1 30");
            page.await("rows", rows -> isAt(rows, 1, 30));
            assertActions(rows(1, "field", "actions"), 1, 0, 30);
            ReadColumns later = rows(1, "field", "actions", "field", "states/counter", "after", "27");
            assertActions(later, 1, 28, 30);
            assertArrayEquals(new double[] {28, 29}, later.values(2));
            assertEquals(0, rows(1, "field", "actions[1]", "after", "29").steps(0).length);
            assertEquals(30, live.newest().numSamples(place(1)).orElseThrow());

            child.order("event 1 SLIPPED");
            Heard event = page.await("event", e -> true);
            assertEquals(
                    "{'episode':'%s','step':30,'code':1000,'name':'SLIPPED','info':'it has SLIPPED','score':0.5}"
                            .replace('\'', '"')
                            .replace("%s", episode(1)),
                    event.data().toString());
            assertEquals("SLIPPED", live.newest().events(place(1)).get(0).name());

            assertVideoGrows(child, page);
            page.await("health", health -> health.path("recording").asText().equals(recording()));
            HeardMessages late = listen("episode", episode(1));
            late.await("rows", rows -> isAt(rows, 1, 60));
            assertTrue(isEpisode(late.all("episode").get(0).data(), 1, "recording"));

            child.kill();
            Heard killed = page.await("episode", e -> isEpisode(e, 1, "needs-recover"));
            assertTrue(killed.data().path("num_samples").asInt() >= 60, killed.toString());
            page.await(
                    "recording",
                    r -> r.path("status").asText().equals("needs-recover")
                            && r.path("recover_command").asText().endsWith(output.toString()));
            assertEquals(
                    Status.NEEDS_RECOVER,
                    index.recording(recording()).orElseThrow().status());
            assertActions(rows(1, "field", "actions"), 1, 0, 60);
            assertEquals(1, live.newest().events(place(1)).size());
        }
    }

    private boolean isEpisode(JsonNode message, int env, String status) {
        return message.path("id").asText().equals(episode(env))
                && message.path("env_id").asInt() == env
                && message.path("status").asText().equals(status);
    }

    private boolean isAt(JsonNode rows, int env, int numSamples) {
        return rows.path("episode").asText().equals(episode(env))
                && rows.path("num_samples").asInt() == numSamples;
    }

    /** What was fetched of a growing video stays its beginning. */
    private void assertVideoGrows(RecordingChild child, HeardMessages page) throws Exception {
        Heard first = page.await("video", video -> isVideo(video, 1));
        Path file = videoFile("_env1");
        assertEquals(Ids.of(file.toString()), first.data().path("video").asText());
        byte[] before = Files.readAllBytes(file);
        child.order("step 1 30");
        page.await("video", video -> isVideo(video, 1) && video.path("bytes").asInt() > before.length);
        byte[] after = Files.readAllBytes(file);
        assertArrayEquals(before, Arrays.copyOf(after, before.length));
        page.await("rows", rows -> isAt(rows, 1, 60));
    }

    private boolean isVideo(JsonNode video, int env) {
        return video.path("episode").asText().equals(episode(env))
                && video.path("bytes").asInt() > 0
                && !video.path("final").asBoolean();
    }

    private Path videoFile(String part) throws IOException {
        try (Stream<Path> files = Files.list(output.resolve(RecordingChild.ENV))) {
            return files.filter(file ->
                            file.toString().contains(part) && file.toString().endsWith(".recording.mp4"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void olderRowsComeOutOfTheRunFileAndAllOfThemAfterTheEnd() throws Exception {
        HeardMessages page = listen("recording", recording());
        HeardMessages other = listen("recording", "another");
        try (RecordingChild child = RecordingChild.start(output, false)) {
            page.await("episode", e -> isEpisode(e, 0, "recording"));
            child.order("step 0 1403");
            page.await("rows", rows -> isAt(rows, 0, 1403));
            assertActions(rows(0, "field", "actions"), 0, 0, 1403);
            assertActions(rows(0, "field", "actions", "after", "1400"), 0, 1401, 1403);

            HeardMessages slow = listen();
            slow.setIdle(false);
            child.order("step 0 1");
            page.await("rows", rows -> isAt(rows, 0, 1404));
            child.order("step 0 1");
            child.order("event 0 SLIPPED");
            Heard event = page.await("event", e -> true);
            slow.await("event", e -> true);
            assertEquals(1, slow.all("rows").size(), "only what it was greeted with");
            slow.setIdle(true);
            slow.await("rows", rows -> isAt(rows, 0, 1405));
            assertEquals(2, slow.all("rows").size());

            child.order("end 0");
            page.await("episode", e -> isEpisode(e, 0, "success"));
            HeardMessages back = listen("after", Long.toString(event.id().orElseThrow() - 1));
            assertTrue(back.all("hello").get(0).data().path("resumed").asBoolean());
            assertEquals(event, back.await("event", e -> true));
            assertFalse(listen("after", "7")
                    .all("hello")
                    .get(0)
                    .data()
                    .path("resumed")
                    .asBoolean());
            child.order("close");
            page.await("recording", r -> !r.path("status").asText().equals("recording"));
            assertActions(rows(0, "field", "actions"), 0, 0, 1405);
        }
        assertEquals(List.of(), other.all("rows"));
        assertThrows(Refusal.class, () -> rows(0, "after", "3"));
        assertThrows(Refusal.class, () -> rows(7, "field", "actions"));
        assertTrue(assertThrows(IOException.class, () -> rows(0, "field", "no/such"))
                .getMessage()
                .contains("no/such"));
    }
}
