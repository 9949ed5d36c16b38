package io.github.roboreel.bridge;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.bridge.BridgedRecording.Closing;
import io.github.roboreel.bridge.RingConsumer.EndedEpisode;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeSummary;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One connected client, from {@code hello} to {@code closed}. One thread reads its messages, one hands its slots over,
 * one sends. What is wrong with it, or with its recording, ends this session only.
 */
final class ClientSession {
    static final int PROTOCOL = 1;
    private static final String GONE = "the client is gone";
    private static final String FAILED = "the client's session failed: ";
    private static final String TYPE = "type";

    private final Bridge bridge;
    private final SocketChannel channel;
    private final Frames frames;
    private final Outbox outbox;
    private final AtomicLong pendingEnds = new AtomicLong();
    private volatile ProcessHandle client;
    private volatile RingThread ringThread;
    private volatile String endReason = GONE;
    private volatile boolean lostData;

    ClientSession(Bridge bridge, SocketChannel channel, String name) {
        this.bridge = bridge;
        this.channel = channel;
        frames = new Frames(channel);
        outbox = new Outbox(frames, name);
    }

    /** Serves the client until it is gone. */
    void serve() {
        try (channel) {
            serveUntilGone();
            outbox.close();
        } catch (IOException e) {
            outbox.close();
        }
    }

    private void serveUntilGone() {
        try {
            hello();
            record(next());
        } catch (EOFException | ClosedChannelException e) {
            endReason = GONE;
        } catch (IOException | RuntimeException e) {
            fail(e);
        }
    }

    /** Whether a recording of it failed or lost something. */
    boolean hasLostData() {
        return lostData;
    }

    /** Ends the session of a client whose process is no longer there: a child may keep its socket open. */
    void endIfDead() {
        ProcessHandle process = client;
        if (process != null && !process.isAlive()) {
            closeChannel();
        }
    }

    private void closeChannel() {
        try {
            channel.close();
        } catch (IOException e) {
            // What was read and written is all that there will be.
            endReason = GONE;
        }
    }

    private void fail(Throwable failure) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put(TYPE, "error");
        message.put("kind", ErrorKind.of(failure));
        message.put("message", ErrorKind.sentence(failure));
        outbox.send(message);
    }

    private void hello() throws IOException {
        JsonNode hello = message("hello");
        int highest = hello.path("protocol").asInt(-1);
        int lowest = hello.path("min_protocol").asInt(highest);
        if (highest < PROTOCOL) {
            throw ProtocolException.version(
                    "%s speaks protocol %s of the bridge, this daemon (%s) version %s; update the client",
                    hello.path("client").asText("the client"), highest, bridge.version(), PROTOCOL);
        }
        if (lowest > PROTOCOL) {
            throw ProtocolException.version(
                    "%s needs protocol %s of the bridge, this daemon (%s) speaks version %s; update RoboReel",
                    hello.path("client").asText("the client"), lowest, bridge.version(), PROTOCOL);
        }
        long pid = hello.path("pid").asLong(-1);
        client = ProcessHandle.of(pid)
                .orElseThrow(() -> ProtocolException.of("hello names process %s, which is not there", pid));
        outbox.send(Map.of(
                TYPE,
                "welcome",
                "protocol",
                PROTOCOL,
                "daemon",
                bridge.version(),
                "pid",
                ProcessHandle.current().pid()));
    }

    private JsonNode message(String type) throws IOException {
        JsonNode message = next();
        if (!message.path(TYPE).asText().equals(type)) {
            throw ProtocolException.of(
                    "a message is of type '%s'; expected '%s'",
                    message.path(TYPE).asText(), type);
        }
        return message;
    }

    private JsonNode next() throws IOException {
        Optional<JsonNode> message = frames.read();
        while (message.isEmpty()) {
            message = frames.read();
        }
        return message.get();
    }

    private void record(JsonNode message) throws IOException {
        OpenRequest request = new OpenRequest(message);
        BridgedRecording recording = recording(request, message.path(TYPE).asText());
        int[] envs = request.envs(recording.numEnvs());
        recording.take(envs);
        Recorded recorded = new Recorded(request, recording, envs);
        try {
            recorded.open();
            recorded.record();
        } catch (EOFException | ClosedChannelException e) {
            endReason = GONE;
        } catch (InternalError e) {
            failRecording(ProtocolException.of("the memory has shrunk; keep its size until the recording is closed"));
        } catch (IOException | RuntimeException e) {
            failRecording(e);
        } finally {
            recorded.leave();
        }
    }

    private BridgedRecording recording(OpenRequest request, String type) throws IOException {
        if (type.equals("join_run")) {
            return bridge.find(request.folder());
        }
        if (!type.equals("open_run")) {
            throw ProtocolException.of("a message is of type '%s'; expected open_run or join_run", type);
        }
        request.envs(request.numEnvs());
        return bridge.open(request);
    }

    private void failRecording(Exception failure) {
        endReason = FAILED + ErrorKind.sentence(failure);
        lostData = true;
        fail(failure);
    }

    /** The client's part of a recording. */
    private final class Recorded {
        private final OpenRequest request;
        private final BridgedRecording recording;
        private final int[] envs;
        private SharedRing ring;
        private RingConsumer consumer;
        private RunsBefore before = RunsBefore.NONE;

        Recorded(OpenRequest request, BridgedRecording recording, int[] envs) {
            this.request = request;
            this.recording = recording;
            this.envs = envs;
        }

        void open() throws IOException {
            RingLayout layout = new RingLayout(
                    recording.fields(), envs.length, request.slots(), request.maxBytes(), request.blockRows());
            outbox.send(layout.message());
            message("mapped");
            ring = SharedRing.map(request.memory(), layout);
            if (request.continues()) {
                ring.requireUsed();
                before = RunsBefore.of(
                        recording.spec().envFolder(),
                        ring.firstRun(),
                        recording.spec().run());
            } else {
                ring.initialize();
                ring.setFirstRun(recording.spec().run());
            }
            consumer = new RingConsumer(ring, recording, envs, before, request.episodes(), this::watch);
            consumer.takeOver(ring.durable());
            Map<String, Object> opened = new LinkedHashMap<>();
            opened.put(TYPE, "opened");
            opened.put("run", recording.spec().run());
            opened.put("folder", recording.folder().toString());
            opened.put("env_folder", recording.spec().envFolder().toString());
            opened.put("continuous", recording.isContinuous());
            outbox.send(opened);
        }

        /** This thread hands slots over; another one reads meanwhile. */
        void record() throws IOException {
            RingThread thread = new RingThread(ring, consumer, recording, ring.durable());
            ringThread = thread;
            Thread reader = new Thread(ClientSession.this::readUntilEnd, "roboreel-bridge-read");
            reader.setDaemon(true);
            reader.start();
            thread.work();
            thread.awaitDurable();
        }

        private void watch(EndedEpisode ended) {
            ring.setPendingEnds(pendingEnds.incrementAndGet());
            ended.summary().whenComplete((summary, failure) -> {
                ring.setPendingEnds(pendingEnds.decrementAndGet());
                if (summary != null) {
                    outbox.offer(Map.of(TYPE, "summary", "episodes", List.of(summaryOf(ended.env(), summary))));
                }
            });
        }

        void leave() {
            Map<Integer, EpisodeOutcome> ends = consumer == null ? Map.of() : consumer.abortions(endReason);
            Closing closing = recording.leave(envs, endReason, ends, before.unclosed());
            lostData |= !closing.problems().isEmpty();
            outbox.send(closing.message());
        }
    }

    private void readUntilEnd() {
        try {
            while (true) {
                Optional<JsonNode> message = frames.read();
                if (message.isEmpty()) {
                    ringThread.wake();
                } else if (message.get().path(TYPE).asText().equals("close")) {
                    endReason = message.get().path("reason").asText("closed by the client");
                    break;
                } else {
                    throw ProtocolException.of(
                            "a message is of type '%s'; expected close",
                            message.get().path(TYPE).asText());
                }
            }
        } catch (IOException e) {
            endReason = GONE;
        } catch (ProtocolException e) {
            endReason = FAILED + e.getMessage();
            fail(e);
        }
        ringThread.end();
    }

    private static Map<String, Object> summaryOf(int env, EpisodeSummary summary) {
        Map<String, Object> message = new LinkedHashMap<>();
        message.put("env", env);
        message.put("run", summary.id().run());
        message.put("demo", summary.id().env());
        message.put("episode", summary.id().episode());
        message.put("status", summary.outcome().status().label());
        message.put("success", summary.outcome().success());
        message.put("reason", summary.reason());
        message.put("num_samples", summary.numSamples());
        message.put("duration_seconds", summary.durationSeconds());
        message.put("dropped_frames", summary.droppedFrames());
        message.put("failed_sinks", summary.failedSinks());
        message.put("score", summary.score());
        message.put("metrics", summary.metrics());
        return message;
    }

    @Override
    public String toString() {
        return Sentence.of("a client, process %s", client == null ? "unknown" : client.pid());
    }
}
