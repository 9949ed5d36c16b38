package io.github.roboreel.bridge;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.bridge.BridgedRecording.Closing;
import io.github.roboreel.bridge.RingConsumer.EndedEpisode;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.RunSpec;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One connected client, from {@code hello} to {@code closed}. One thread reads its messages, one hands its slots over,
 * one sends. What is wrong with it, or with its recording, ends this session only.
 */
final class ClientSession {
    static final int PROTOCOL = 1;
    private static final String GONE = "the client is gone";
    private static final String FAILED = "the client's session failed: ";
    private static final String TYPE = "type";
    private static final long PENDING_LOOK_MILLIS = 1_000;
    private static final long HELLO_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final Bridge bridge;
    private final SocketChannel channel;
    private final Frames frames;
    private final Outbox outbox;
    private final long connectedNanos = System.nanoTime();
    private final AtomicBoolean hasFailed = new AtomicBoolean();
    // Why the session ends, of which the first reason counts; null while it does not.
    private final AtomicReference<String> endReason = new AtomicReference<>();
    private volatile ProcessHandle client;
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
            record(new OpenRequest(next()));
        } catch (ClientGoneException e) {
            endReason.compareAndSet(null, GONE);
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
        }
    }

    /** Whether a recording of it failed or lost something. */
    boolean hasLostData() {
        return lostData;
    }

    /** Ends the session of a client whose process is not there: a child may keep its socket open. */
    void endIfDead() {
        ProcessHandle process = client;
        boolean isDead = process == null ? System.nanoTime() - connectedNanos > HELLO_LIMIT_NANOS : !process.isAlive();
        if (isDead) {
            closeChannel();
        }
    }

    private void closeChannel() {
        try {
            channel.close();
        } catch (IOException e) {
            // What was read and written is all that there will be.
            endReason.compareAndSet(null, GONE);
        }
    }

    /** The first failure is the one that the client is told. */
    private void fail(Throwable failure) {
        endReason.compareAndSet(null, FAILED + Sentence.reasonOf(failure));
        if (!hasFailed.compareAndSet(false, true)) {
            return;
        }
        Map<String, Object> message = new LinkedHashMap<>();
        message.put(TYPE, "error");
        message.put("kind", ErrorKind.of(failure));
        message.put("message", Sentence.reasonOf(failure));
        outbox.send(message);
    }

    private void hello() throws IOException {
        MessageValues hello = new MessageValues("hello", message("hello"));
        String name = hello.text("client", "the client");
        int highest = hello.wholeNumber("protocol", 0, Integer.MAX_VALUE);
        int lowest = hello.wholeNumber("min_protocol", 0, Integer.MAX_VALUE, highest);
        if (highest < PROTOCOL) {
            throw ProtocolException.version(
                    "%s speaks protocol %s of the bridge, this daemon (%s) version %s; update the client",
                    name, highest, bridge.version(), PROTOCOL);
        }
        if (lowest > PROTOCOL) {
            throw ProtocolException.version(
                    "%s needs protocol %s of the bridge, this daemon (%s) speaks version %s; update RoboReel",
                    name, lowest, bridge.version(), PROTOCOL);
        }
        long pid = hello.wholeNumber("pid", 1, Long.MAX_VALUE);
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

    private void record(OpenRequest request) throws IOException {
        SharedRun run = request.joins() ? bridge.find(request.folder()) : bridge.newRecording(request);
        int[] envs = request.envs(run.numEnvs());
        RingLayout layout =
                new RingLayout(run.fields(), envs.length, request.slots(), request.maxBytes(), request.blockRows());
        Map<Integer, MessageValues> begunBefore = request.episodes(envs.length);
        outbox.send(layout.message());
        message("mapped");
        SharedRing ring = ring(request, layout, layout.identity(run.envFolder(), envs), run.currentRun());
        Recorded recorded = new Recorded(run.take(envs), envs, ring);
        try {
            recorded.open(request.continues(), begunBefore);
            recorded.record();
        } catch (IOException | RuntimeException | Error e) {
            noteLoss(true);
            fail(shown(e));
        } finally {
            recorded.leave();
        }
    }

    /** From here on the client may publish: whatever happens to it, or while the run opens, its slots are recorded. */
    private static SharedRing ring(OpenRequest request, RingLayout layout, long identity, int firstRun)
            throws IOException {
        try {
            SharedRing ring = SharedRing.map(request.memory(), layout);
            if (request.continues()) {
                ring.requireUsed(identity);
            } else {
                ring.initialize(identity, firstRun);
            }
            return ring;
        } catch (InternalError e) {
            throw shrunk();
        }
    }

    private static ProtocolException shrunk() {
        return ProtocolException.of(
                "the memory has shrunk, or there is no room for it; keep its size until the recording is closed");
    }

    /** An access to memory that is not there throws an error of the JVM's. */
    private static Throwable shown(Throwable failure) {
        return failure instanceof InternalError ? shrunk() : failure;
    }

    /** The client's part of a recording. */
    private final class Recorded {
        private final BridgedRecording recording;
        private final int[] envs;
        private final SharedRing ring;
        private RingConsumer consumer;
        private RingThread thread;
        // Guarded by this.
        private long pendingEnds;

        Recorded(BridgedRecording recording, int[] envs, SharedRing ring) {
            this.recording = recording;
            this.envs = envs;
            this.ring = ring;
        }

        void open(boolean isContinued, Map<Integer, MessageValues> begunBefore) throws IOException {
            RunSpec spec = recording.spec();
            RunsBefore before = RunsBefore.NONE;
            if (isContinued) {
                before = RunsBefore.of(spec.envFolder(), ring.firstRun(), spec.run());
                recording.addUnclosed(before.unclosed());
            }
            consumer = new RingConsumer(ring, recording, envs, before, begunBefore, this::watch);
            consumer.takeOver(ring.durable());
            Map<String, Object> opened = new LinkedHashMap<>();
            opened.put(TYPE, "opened");
            opened.put("run", spec.run());
            opened.put("folder", recording.folder().toString());
            opened.put("env_folder", spec.envFolder().toString());
            opened.put("continuous", recording.isContinuous());
            outbox.send(opened);
        }

        /** This thread hands slots over; another one reads meanwhile. */
        void record() throws IOException {
            thread = new RingThread(ring, consumer, recording, ring.durable());
            Thread reader = new Thread(() -> readUntilEnd(thread), "roboreel-bridge-read");
            reader.setDaemon(true);
            reader.start();
            thread.work();
        }

        private void watch(EndedEpisode ended) {
            count(1);
            ended.summary().whenComplete((summary, failure) -> {
                if (summary != null) {
                    outbox.offer(Map.of(TYPE, "summary", "episodes", List.of(summaryOf(ended.env(), summary))));
                    noteLoss(isIncomplete(summary));
                }
                count(-1);
            });
        }

        private synchronized void count(int more) {
            pendingEnds += more;
            notifyAll();
            ring.setPendingEnds(pendingEnds);
        }

        /** Summaries come before the message that the recording is closed. */
        private synchronized void awaitSummaries() {
            long deadlineNanos = System.nanoTime() + RingThread.DURABLE_LIMIT_NANOS;
            try {
                while (pendingEnds > 0 && System.nanoTime() < deadlineNanos) {
                    wait(PENDING_LOOK_MILLIS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        void leave() {
            String reason = endReason.get() == null ? GONE : endReason.get();
            Closing closing = recording.leave(envs, reason);
            noteLoss(!closing.problems().isEmpty());
            if (!hasFailed.get()) {
                awaitDurable();
                awaitSummaries();
                outbox.send(closing.message());
            }
        }

        private void awaitDurable() {
            try {
                thread.awaitDurable();
            } catch (InternalError | RuntimeException e) {
                fail(shown(e));
            }
        }
    }

    private void noteLoss(boolean isLost) {
        if (isLost) {
            lostData = true;
        }
    }

    private static boolean isIncomplete(EpisodeSummary summary) {
        return summary.droppedFrames() > 0 || !summary.failedSinks().isEmpty();
    }

    private void readUntilEnd(RingThread thread) {
        try {
            endReason.compareAndSet(null, closeReason(thread));
        } catch (ClientGoneException e) {
            endReason.compareAndSet(null, GONE);
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
        } finally {
            thread.end();
        }
    }

    /** Reads doorbells until the client says that nothing more comes. */
    private String closeReason(RingThread thread) throws IOException {
        while (true) {
            Optional<JsonNode> message = frames.read();
            if (message.isEmpty()) {
                thread.wake();
            } else if (message.get().path(TYPE).asText().equals("close")) {
                return new MessageValues("close", message.get()).text("reason", "closed by the client");
            } else {
                throw ProtocolException.of(
                        "a message is of type '%s'; expected close",
                        message.get().path(TYPE).asText());
            }
        }
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
