package io.github.roboreel.recorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.spi.FinalFile;
import io.github.roboreel.recorder.spi.FinalFileListener;
import io.github.roboreel.recorder.spi.SampleRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Final files of recordings whose sink keeps everything in memory; the run file is the test's own. */
class FinalFilesTest {
    private static final String RUN_0 = "SampleEnv/run_0.hdf5";
    private static final String PROMISE = "SampleEnv/run_complete.json";

    @TempDir
    private Path folder;

    private final Taker taker = new Taker();
    private double retainSeconds;

    /** Takes files whose content is what their hash says, except those that it is to fail on. */
    private static final class Taker implements FinalFileListener {
        private final List<String> taken = new CopyOnWriteArrayList<>();
        private final List<String> refused = new CopyOnWriteArrayList<>();

        @Override
        public String name() {
            return "taker";
        }

        @Override
        public void onFinal(FinalFile file) throws Exception {
            byte[] content = Files.readAllBytes(file.path());
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(content);
            assertEquals(HexFormat.of().formatHex(hash), file.sha256());
            assertEquals(content.length, file.bytes());
            if (refused.contains(file.name())) {
                throw new IOException("the bucket is full");
            }
            taken.add(file.name());
        }
    }

    /** Records a run of two episodes of one step with an event, and closes it when the latch is open. */
    private TestRecording record(int run, FinalFileListener listener, int waitSeconds, CountDownLatch latch)
            throws IOException {
        TestRecording recording = new TestRecording(SampleRun.of(folder, run, 2));
        EpisodeRecorder recorder = EpisodeRecorder.builder(recording.run, recording.schema)
                .config(RecorderConfig.builder()
                        .set(RecorderSettings.UPLOAD_WAIT_SECONDS, waitSeconds)
                        .set(RecorderSettings.RETAIN_SECONDS, retainSeconds)
                        .build())
                .sink(recording.memorySink())
                .meters(recording.meters)
                .finalFiles(listener)
                .open();
        recorder.envs().forEach(env -> {
            recording.begin(env);
            recording.steps(env, 1);
            env.event(EpisodeEvent.of("SLIPPED", 1, "", 0));
            env.end(EpisodeOutcome.success(""));
        });
        Files.writeString(folder.resolve("SampleEnv/run_" + run + ".hdf5"), "rows of run " + run);
        awaitUninterrupted(latch);
        recorder.close();
        return recording;
    }

    private TestRecording record(int run) throws IOException {
        return record(run, taker, 1200, new CountDownLatch(0));
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError("the test was interrupted", e);
        }
    }

    private static List<String> filesOf(int run) {
        return List.of(
                "SampleEnv/log_" + run + "_env0.json",
                "SampleEnv/log_" + run + "_env1.json",
                "SampleEnv/run_" + run + ".hdf5");
    }

    private List<JsonNode> marks() throws IOException {
        List<JsonNode> marks = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("uploaded.jsonl"))) {
            marks.add(FormatJson.read(line));
        }
        return marks;
    }

    @Test
    void eachFileIsHandedOverOnceAndAgainOnlyWhenItChanged() throws IOException {
        TestRecording recording = record(0);
        List<String> expected = new ArrayList<>(filesOf(0));
        expected.addAll(List.of(PROMISE, "episode_results.jsonl", "SampleEnv/env_cfg.json"));
        assertEquals(expected, taker.taken);
        assertEquals(
                expected,
                marks().stream().map(mark -> mark.get("file").textValue()).toList());
        JsonNode mark = marks().get(2);
        assertEquals(Files.size(folder.resolve(RUN_0)), mark.get("bytes").longValue());
        assertEquals("taker", mark.get("listener").textValue());
        assertEquals(64, mark.get("sha256").textValue().length());
        assertTrue(mark.get("time").textValue().matches("20\\d\\d-.*T.*Z"), mark.toString());
        assertEquals(
                6, recording.meters.get("roboreel.files.uploaded").counter().count());
        taker.taken.clear();
        record(1);
        expected = new ArrayList<>(filesOf(1));
        expected.addAll(List.of(PROMISE, "episode_results.jsonl"));
        assertEquals(expected, taker.taken);
    }

    @Test
    void aFileThatWasNotTakenIsOfferedWithTheNextRecording() throws IOException {
        taker.refused.add(RUN_0);
        TestRecording recording = record(0);
        assertTrue(!taker.taken.contains(RUN_0), taker.taken.toString());
        assertEquals(
                1, recording.meters.get("roboreel.uploads.failed").counter().count());
        assertEquals(5, marks().size());
        taker.refused.clear();
        taker.taken.clear();
        record(1);
        assertEquals(RUN_0, taker.taken.get(0));
        assertEquals(6, taker.taken.size(), taker.taken.toString());
    }

    @Test
    void whatIsStillBeingWrittenIsNotHandedOver() throws IOException {
        record(0);
        Files.writeString(folder.resolve("SampleEnv/run_7.hdf5"), "half a run");
        Files.writeString(folder.resolve("SampleEnv/run_7.staging"), "the other half");
        Files.writeString(folder.resolve("SampleEnv/Sample_8_env0.recording.mp4"), "half a video");
        Files.writeString(folder.resolve("SampleEnv/Sample_9_env0.mp4"), "a video of no run");
        taker.taken.clear();
        record(1);
        assertEquals(
                new TreeSet<>(List.of(
                        "SampleEnv/log_1_env0.json",
                        "SampleEnv/log_1_env1.json",
                        "SampleEnv/run_1.hdf5",
                        PROMISE,
                        "episode_results.jsonl")),
                new TreeSet<>(taker.taken));
    }

    @Test
    void theCloseDoesNotWaitForAListenerBeyondItsLimit() throws Exception {
        taker.refused.add(RUN_0);
        record(0);
        CountDownLatch offered = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        FinalFileListener stuck = new FinalFileListener() {
            @Override
            public String name() {
                return taker.name();
            }

            @Override
            public void onFinal(FinalFile file) throws InterruptedException {
                offered.countDown();
                try {
                    new CountDownLatch(1).await();
                } finally {
                    interrupted.countDown();
                }
            }
        };
        record(1, stuck, 0, offered);
        interrupted.await();
        assertEquals(5, marks().size());
        taker.refused.clear();
        taker.taken.clear();
        record(2);
        assertTrue(taker.taken.contains(RUN_0), taker.taken.toString());
        assertTrue(taker.taken.containsAll(filesOf(1)), taker.taken.toString());
    }

    @Test
    void whatWasTakenIsRemovedWhenItIsTooOld() throws IOException {
        retainSeconds = 1e-9;
        TestRecording recording = record(0);
        assertTrue(Files.notExists(folder.resolve(RUN_0)));
        assertTrue(Files.exists(folder.resolve("SampleEnv/log_0_env0.json")));
        assertEquals(
                List.of(RUN_0),
                marks().stream()
                        .filter(mark -> mark.has("removed"))
                        .map(mark -> mark.get("file").textValue())
                        .toList());
        assertEquals(1, recording.meters.get("roboreel.files.removed").counter().count());
        taker.taken.clear();
        record(1);
        assertTrue(Files.notExists(folder.resolve("SampleEnv/run_1.hdf5")));
        assertTrue(!taker.taken.contains(RUN_0), taker.taken.toString());
    }

    @Test
    void whatNobodyTookIsNeverRemoved() throws IOException {
        retainSeconds = 1e-9;
        taker.refused.add("SampleEnv/log_0_env1.json");
        record(0);
        assertTrue(Files.exists(folder.resolve(RUN_0)));
    }

    @Test
    void tornAndForeignMarksAreNotHeeded() throws IOException {
        record(0);
        Path uploaded = folder.resolve("uploaded.jsonl");
        Files.writeString(uploaded, "{\"file\": 3}\n[]\n{\"file\": \"SampleEnv/ru", StandardOpenOption.APPEND);
        taker.taken.clear();
        record(1);
        assertEquals(5, taker.taken.size(), taker.taken.toString());
        assertEquals(6 + 2 + 5, marks().size());
        try (var files = Files.list(folder)) {
            assertEquals(
                    1,
                    files.filter(file -> file.getFileName().toString().startsWith("uploaded.torn-"))
                            .count());
        }
    }

    @Test
    void withoutAListenerThereAreNoMarks() throws IOException {
        TestRecording recording = new TestRecording(SampleRun.of(folder, 0, 1));
        recording.open(recording.memorySink()).close();
        assertTrue(Files.notExists(folder.resolve("uploaded.jsonl")));
    }
}
