package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.SampleFields;
import io.github.roboreel.recorder.spi.SampleRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultsTest {
    @TempDir
    private Path folder;

    @Test
    void aLineHoldsTheFieldsInRobolabsOrder() throws IOException {
        TestRecording recording = new TestRecording(folder, 3);
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            recording.begin(recorder.env(2));
            recording.steps(recorder.env(2), 8);
            recording.end(recorder.env(2), EpisodeOutcome.success("done")).join();
            assertEquals(1, lines().size(), "written when that episode ends");
        }
        assertEquals(
                "{'env_name':'SampleEnv','task_name':'SampleTask','run_name':'SampleEnv_0','run':0,"
                        + "'episode':2,'env_id':2,'policy':'scripted',"
                        + "'instruction':'put the banana away','attributes':['simple'],"
                        + "'success':true,'episode_step':8,'duration':0.5,'dt':0.0625,"
                        + "'metrics':{},'events':{},'instruction_type':'default',"
                        + "'timing':{'policy_inference_s':0.0,'policy_inference_avg_ms':0.0,"
                        + "'env_step_s':0.0,'env_step_avg_ms':0.0,'video_write_s':0.0,'video_write_avg_ms':0.0,"
                        + "'wall_total_s':0.0,'it_per_sec':0.0},"
                        + "'score':null,'reason':'done','status':'success'}",
                lines().get(0).toString().replace('"', '\''));
    }

    @Test
    void successTellsJudgedFromNotJudged() throws IOException {
        TestRecording recording = new TestRecording(folder, 5);
        List<EpisodeOutcome> outcomes = List.of(
                EpisodeOutcome.success(""),
                EpisodeOutcome.failure(""),
                EpisodeOutcome.truncated(""),
                EpisodeOutcome.aborted(""),
                EpisodeOutcome.discarded(""));
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            for (int env = 0; env < 5; env++) {
                recording.begin(recorder.env(env));
                recording.step(recorder.env(env));
                EpisodeSummary summary =
                        recording.end(recorder.env(env), outcomes.get(env)).join();
                assertEquals(outcomes.get(env), summary.outcome());
            }
        }
        List<String> seen = new ArrayList<>();
        for (JsonNode line : lines()) {
            seen.add(line.get("env_id")
                    + " "
                    + line.get("success")
                    + " "
                    + line.get("status").asText());
        }
        assertEquals(List.of("0 true success", "1 false failure", "2 false truncated", "3 null aborted"), seen);
    }

    @Test
    void linesAreAsciiAndAppended() throws IOException {
        Path file = folder.resolve(RunFolder.RESULTS);
        Files.writeString(file, "{\"env_name\":\"earlier\"}\n");
        RunSpec sample = SampleRun.of(folder, 1, 1);
        String instruction = "lege die \u00fcbrige \ud83c\udf4c weg\nnow \"quoted\"";
        RunSpec run = RunSpec.builder(folder, sample.envName())
                .taskName(sample.taskName())
                .run(1)
                .episodes(List.of(new EpisodeInfo(instruction, "scripted", -1, SampleRun.DT_SECONDS)))
                .instructionType("vague")
                .envConfigJson(sample.envConfigJson())
                .build();
        TestRecording recording = new TestRecording(folder, 1);
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(run, recording.schema)
                .sink(recording.memorySink())
                .meters(recording.meters)
                .open()) {
            recording.begin(recorder.env(0));
        }
        byte[] bytes = Files.readAllBytes(file);
        for (byte b : bytes) {
            assertTrue(b > 0, "not ASCII: " + b);
        }
        assertEquals('\n', bytes[bytes.length - 1]);
        List<JsonNode> lines = lines();
        assertEquals(2, lines.size());
        assertEquals("earlier", lines.get(0).get("env_name").asText());
        assertEquals(instruction, lines.get(1).get("instruction").asText());
        assertEquals("SampleEnv_vague_1", lines.get(1).get("run_name").asText());
        assertEquals(1, lines.get(1).get("episode").asInt());
    }

    @Test
    void saturatedValuesAreReported() throws IOException {
        TestRecording recording = new TestRecording(folder, 1);
        Field millimetres = recording.schema.field("types/i16");
        try (EpisodeRecorder recorder = recording.open(recording.memorySink())) {
            EnvRecorder env = recorder.env(0);
            recording.begin(env);
            StepWriter row = env.step();
            SampleFields.fill(row, recording.schema, FieldPhase.STEP, 0, 0);
            row.putMetres(millimetres, new float[] {40f, -40f, 1.2344f, -0.0006f, 32.767f, 0f});
            row.publish();
            EpisodeSummary summary =
                    recording.end(env, EpisodeOutcome.success("")).join();
            assertEquals(2, summary.saturatedValues());
        }
        double[] kept = recording.runs.readDoubles(recording.run, 0, "types/i16");
        assertEquals("[32767.0, -32768.0, 1234.0, -1.0, 32767.0, 0.0]", Arrays.toString(kept));
        assertEquals(2, lines().get(0).get("saturated_values").asInt());
        assertFalse(lines().get(0).has("failed_sinks"));
    }

    @Test
    void theScoreIsThatOfTheStepPublishedLastWithoutReadingTheFile() throws IOException {
        FieldSchema schema = FieldSchema.of(
                FieldSpec.step("actions", DType.FLOAT32, 1), FieldSpec.step("subtask/score", DType.FLOAT32));
        TestRecording recording = new TestRecording(folder, 2);
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(recording.run, schema)
                .sink(recording.memorySink())
                .open()) {
            EnvRecorder env = recorder.env(0);
            env.begin();
            for (float score : new float[] {0.25f, 0.75f}) {
                env.step()
                        .put(schema.field("actions"), 0f)
                        .put(schema.field("subtask/score"), score)
                        .publish();
            }
            env.event(new EpisodeEvent(1, 139, "OBJECT_GRABBED_SUCCESS", "got it", 0.5));
            env.step().put(schema.field("subtask/score"), 1f);
            env.discardRow();
            assertEquals(0.75, env.end(EpisodeOutcome.failure("")).join().score());
            recorder.env(1).begin();
            assertNull(recorder.env(1).end(EpisodeOutcome.failure("")).join().score());
        }
        assertEquals(0.75, lines().get(0).get("score").asDouble());
        assertTrue(lines().get(1).get("score").isNull());
    }

    private List<JsonNode> lines() throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve(RunFolder.RESULTS))) {
            lines.add(new ObjectMapper().readTree(line));
        }
        return lines;
    }
}
