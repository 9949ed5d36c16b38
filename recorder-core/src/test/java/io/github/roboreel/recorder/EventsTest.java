package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.format.EventSummary;
import io.github.roboreel.format.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventsTest {
    private static final EpisodeEvent CLOSED =
            new EpisodeEvent(2, 256, "GRIPPER_FULLY_CLOSED", "Gripper fully closed", 0);
    private static final EpisodeEvent WRONG = new EpisodeEvent(
            3, 250, "WRONG_OBJECT_GRABBED_FAILURE", "Wrong object grabbed: 'bowl' (target objects: ['banana'])", 0);
    private static final EpisodeEvent GRABBED =
            new EpisodeEvent(3, 139, "OBJECT_GRABBED_SUCCESS", "success: grabbed \u00e9", 0.5);

    @TempDir
    private Path folder;

    @Test
    void theyReachLogAndResultLine() throws IOException {
        TestRecording recording = new TestRecording(folder, 2);
        EpisodeSummary summary;
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            EnvRecorder env = recorder.env(1);
            recording.begin(env);
            recording.begin(recorder.env(0));
            recording.steps(env, 2);
            env.event(CLOSED);
            recording.step(env);
            env.event(WRONG);
            env.event(GRABBED);
            recording.step(env);
            summary = recording.end(env, EpisodeOutcome.success("")).join();
        }
        assertEquals(List.of(CLOSED, WRONG, GRABBED), summary.events());
        Path file = recording.run.envFolder().resolve("log_0_env1.json");
        String text = Files.readString(file);
        assertEquals(
                ("{'schema_version':2,'dt':0.0625,'task':'SampleTask','env_id':1,'run':0,"
                                + "'success':true,'final_step':4,'events':["
                                + "{'step':2,'code':256,'name':'GRIPPER_FULLY_CLOSED',"
                                + "'info':'Gripper fully closed','score':0.0},"
                                + "{'step':3,'code':250,'name':'WRONG_OBJECT_GRABBED_FAILURE',"
                                + "'info':'Wrong object grabbed: ~bowl~ (target objects: [~banana~])',"
                                + "'score':0.0},"
                                + "{'step':3,'code':139,'name':'OBJECT_GRABBED_SUCCESS',"
                                + "'info':'success: grabbed \\u00E9','score':0.5}]}")
                        .replace('\'', '"')
                        .replace('~', '\''),
                text);
        JsonNode line = line(1);
        assertEquals(
                "{\"GRIPPER_FULLY_CLOSED\":1,\"WRONG_OBJECT_GRABBED\":1," + "\"wrong_objects_grabbed\":[\"bowl\"]}",
                line.get("events").toString());
        assertEquals("success: grabbed \u00e9", line.get("reason").asText());
        assertEquals("{}", line(0).get("events").toString(), "nothing leaks to another env");
    }

    @Test
    void aLogGrowsWhileTheEpisodeIsRecorded() throws IOException {
        TestRecording recording = new TestRecording(folder, 2);
        Path live = recording.run.envFolder().resolve(RunFolder.liveLogFile(0, 1));
        Path discarded = recording.run.envFolder().resolve(RunFolder.liveLogFile(0, 0));
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            Files.writeString(live, "of a run before");
            EnvRecorder env = recorder.env(1);
            recording.begin(env);
            recording.begin(recorder.env(0));
            recording.step(recorder.env(0));
            recorder.env(0).event(EpisodeEvent.of("SLIPPED", 1, "", 0));
            recording.steps(env, 2);
            env.event(CLOSED);
            String first =
                    "{'step':2,'code':256,'name':'GRIPPER_FULLY_CLOSED','info':'Gripper fully closed','score':0.0}\n"
                            .replace('\'', '"');
            awaitText(live, first);
            recording.step(env);
            env.event(GRABBED);
            String second = ("{'step':3,'code':139,'name':'OBJECT_GRABBED_SUCCESS',"
                            + "'info':'success: grabbed \\u00E9','score':0.5}\n")
                    .replace('\'', '"');
            awaitText(live, first + second);
            awaitText(discarded, null);
            recorder.env(0).discard("bad start").join();
            recording.end(env, EpisodeOutcome.success("")).join();
        }
        assertFalse(Files.exists(live) || Files.exists(discarded));
        assertTrue(Files.exists(recording.run.envFolder().resolve("log_0_env1.json")));
        assertFalse(Files.exists(recording.run.envFolder().resolve("log_0_env0.json")));
    }

    /** Waits for a text, or for any. */
    private static void awaitText(Path file, String text) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        String found = "";
        while (System.nanoTime() < deadline && (text == null ? found.isEmpty() : !found.equals(text))) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            found = Files.exists(file) ? Files.readString(file) : "";
        }
        assertEquals(text == null ? found : text, found);
    }

    @Test
    void aGrowingLogThatCannotBeWrittenHurtsNothing() throws IOException {
        TestRecording recording = new TestRecording(folder, 1);
        Path live = recording.run.envFolder().resolve(RunFolder.liveLogFile(0, 0));
        EpisodeSummary summary;
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            EnvRecorder env = recorder.env(0);
            recording.begin(env);
            recording.steps(env, 2);
            env.event(CLOSED);
            awaitText(live, null);
            Files.delete(live);
            recording.step(env);
            env.event(GRABBED);
            summary = recording.end(env, EpisodeOutcome.success("")).join();
        }
        assertEquals(List.of(), summary.failedSinks());
        assertEquals(List.of(CLOSED, GRABBED), summary.events());
        assertTrue(Files.exists(recording.run.envFolder().resolve("log_0_env0.json")));
    }

    @Test
    void usersOwnEventsReachLogAndTally() throws IOException {
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            EnvRecorder env = recorder.env(0);
            recording.begin(env);
            recording.steps(env, 3);
            env.event(EpisodeEvent.of("SLIPPED", 1, "left fore foot slipped", 0.2));
            env.event(CLOSED);
            env.event(new EpisodeEvent(2, 65_535, "STOOD_UP", "stood up", 0.2));
            env.event(EpisodeEvent.of("SLIPPED", 3, "right hind foot slipped", 0.2));
            recording.end(env, EpisodeOutcome.failure("")).join();
        }
        assertEquals("{\"GRIPPER_FULLY_CLOSED\":1}", line(0).get("events").toString());
        assertEquals("{\"SLIPPED\":2,\"STOOD_UP\":1}", line(0).get("own_events").toString());
        assertEquals("right hind foot slipped", line(0).get("reason").asText());
        JsonNode log = new ObjectMapper()
                .readTree(recording.run.envFolder().resolve("log_0_env0.json").toFile());
        assertEquals(
                "{\"step\":1,\"code\":1000,\"name\":\"SLIPPED\",\"info\":\"left fore foot slipped\","
                        + "\"score\":0.2}",
                log.path("events").path(0).toString());
        assertEquals(65_535, log.path("events").path(2).path("code").asInt());
    }

    @Test
    void eventsWithoutAScoreLeaveTheEpisodesAlone() throws IOException {
        TestRecording recording = new TestRecording(folder, 2);
        EpisodeSummary scored;
        EpisodeSummary unscored;
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            EnvRecorder env = recorder.env(0);
            recording.begin(env);
            recording.steps(env, 2);
            env.event(EpisodeEvent.of("TOUCHED", 1, "touched", 0.25));
            env.event(EpisodeEvent.of("SLIPPED", 2, "slipped"));
            scored = recording.end(env, EpisodeOutcome.failure("")).join();
            recording.begin(recorder.env(1));
            recording.step(recorder.env(1));
            recorder.env(1).event(EpisodeEvent.of("SLIPPED", 1, "slipped"));
            unscored =
                    recording.end(recorder.env(1), EpisodeOutcome.failure("")).join();
        }
        assertEquals(0.25, scored.score());
        assertEquals(0.25, line(0).get("score").doubleValue());
        assertNull(unscored.score());
        assertTrue(line(1).get("score").isNull(), line(1).toString());
        JsonNode log = new ObjectMapper()
                .readTree(recording.run.envFolder().resolve("log_0_env0.json").toFile());
        assertEquals(
                "{\"step\":2,\"code\":1000,\"name\":\"SLIPPED\",\"info\":\"slipped\",\"score\":null}",
                log.path("events").path(1).toString());
        EpisodeEvent slipped = EpisodeEvent.of("SLIPPED", 2, "slipped");
        assertEquals(slipped, EventLogFile.decode(EventLogFile.encode(slipped)));
    }

    @Test
    void aCodeOrNameThatMeansSomethingElseIsRefusedAtTheCall() {
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            EnvRecorder env = recorder.env(0);
            recording.begin(env);
            recording.step(env);
            assertRefused(
                    env,
                    new EpisodeEvent(1, 230, "SLIPPED", "", 0),
                    "'SLIPPED'",
                    "230",
                    "OBJECT_LEFT_OF_AND_IN_CONTACT_FAILURE",
                    "EpisodeEvent.of");
            for (int reserved : List.of(1, 150, 266, 999)) {
                assertRefused(env, new EpisodeEvent(1, reserved, "A", "", 0), "1000 to 65535");
            }
            assertRefused(env, EpisodeEvent.of("OBJECT_BUMPED", 1, "", 0), "code 258");
            assertRefused(env, EpisodeEvent.of("WRONG_OBJECT_GRABBED", 1, "", 0), "code 250");
            assertRefused(env, EpisodeEvent.of(" ", 1, "", 0), "needs a name");
            env.event(EpisodeEvent.of("SLIPPED", 1, "", 0));
            EpisodeSummary summary =
                    recording.end(env, EpisodeOutcome.success("")).join();
            assertEquals(1, summary.events().size());
        }
    }

    private static void assertRefused(EnvRecorder env, EpisodeEvent event, String... words) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> env.event(event));
        for (String word : words) {
            assertTrue(refused.getMessage().contains(word), refused.getMessage());
        }
    }

    @Test
    void aLogThatIsThereIsSetAside() throws IOException {
        TestRecording recording = new TestRecording(folder, 1);
        Path envFolder = Files.createDirectories(recording.run.envFolder());
        Files.writeString(envFolder.resolve("log_0_env0.json"), "earlier");
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            recording.begin(recorder.env(0));
            recording.end(recorder.env(0), EpisodeOutcome.failure("")).join();
        }
        assertFalse(Files.exists(envFolder.resolve("log_0_env0.json")), "an episode without events has no log");
        try (Stream<Path> files = Files.list(envFolder)) {
            Path aside = files.filter(f -> f.getFileName().toString().contains(".before-"))
                    .findFirst()
                    .orElseThrow();
            assertEquals("earlier", Files.readString(aside));
        }
    }

    @Test
    void aLogThatCannotBeWrittenIsNamedInTheResultLine() throws IOException {
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            recording.begin(recorder.env(0));
            recording.steps(recorder.env(0), 2);
            recorder.env(0).event(CLOSED);
            Files.createDirectory(recording.run.envFolder().resolve("log_0_env0.json.creating"));
            EpisodeSummary summary =
                    recording.end(recorder.env(0), EpisodeOutcome.failure("")).join();
            assertEquals(List.of("log"), summary.failedSinks());
        }
        assertEquals("[\"log\"]", line(0).get("failed_sinks").toString());
    }

    @Test
    void eventsOfStepsThatWereNotPublishedAreRefused() {
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            EnvRecorder env = recorder.env(0);
            assertThrows(IllegalStateException.class, () -> env.event(CLOSED));
            recording.begin(env);
            recording.step(env);
            IllegalArgumentException early = assertThrows(IllegalArgumentException.class, () -> env.event(CLOSED));
            assertTrue(early.getMessage().contains("expected 1 to 1"), early.getMessage());
            recording.steps(env, 2);
            env.event(WRONG);
            assertThrows(IllegalArgumentException.class, () -> env.event(CLOSED));
            recording.end(env, EpisodeOutcome.success(""));
            assertThrows(IllegalStateException.class, () -> env.event(WRONG));
        }
    }

    @Test
    void theReasonFollowsRobolabsRule() {
        assertNull(EventSummary.reason(true, List.of()));
        assertEquals(GRABBED.info(), EventSummary.reason(true, List.of(GRABBED, WRONG)));
        assertEquals(WRONG.info(), EventSummary.reason(true, List.of(CLOSED, WRONG)));
        assertEquals(WRONG.info(), EventSummary.reason(false, List.of(GRABBED, WRONG)));
        assertEquals(WRONG.info(), EventSummary.reason(null, List.of(GRABBED, WRONG)));
    }

    @Test
    void timingIsRoundedAsPythonDoes() throws IOException {
        Map<String, Double> sections = new LinkedHashMap<>();
        sections.put("policy_inference", 0.0125);
        sections.put("env_step", 1.2345);
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            recording.begin(recorder.env(0));
            recording.steps(recorder.env(0), 4);
            EpisodeOutcome outcome = EpisodeOutcome.success("").withTiming(new EpisodeTiming(sections));
            recording.end(recorder.env(0), outcome).join();
        }
        assertEquals(
                "{\"policy_inference_s\":0.013,\"policy_inference_avg_ms\":3.1,"
                        + "\"env_step_s\":1.234,\"env_step_avg_ms\":308.6,"
                        + "\"video_write_s\":0.0,\"video_write_avg_ms\":0.0,"
                        + "\"wall_total_s\":1.247,\"it_per_sec\":3.21}",
                line(0).get("timing").toString());
    }

    @Test
    void metadataIsAddedToTheLineWithoutHidingAnything() throws IOException {
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            recording.begin(recorder.env(0));
            recording
                    .end(
                            recorder.env(0),
                            EpisodeOutcome.success("").withMetadata(Map.of("background", "office", "run", 77)))
                    .join();
        }
        assertEquals("office", line(0).get("background").asText());
        assertEquals(0, line(0).get("run").asInt());
    }

    private JsonNode line(int env) throws IOException {
        for (String text : Files.readAllLines(folder.resolve(RunFolder.RESULTS))) {
            JsonNode line = new ObjectMapper().readTree(text);
            if (line.get("env_id").asInt() == env) {
                return line;
            }
        }
        throw new AssertionError("no line of env " + env);
    }
}
