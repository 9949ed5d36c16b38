package io.github.roboreel.bridge;

import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.FieldPhase;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Hands the slots of one ring to the recorder, each once. Where a daemon before has recorded some of them, those are
 * passed over, and an episode that it had begun is continued by one of its own. For the ring's thread.
 */
final class RingConsumer {
    private final SharedRing ring;
    private final RingLayout layout;
    private final BridgedRecording recording;
    private final RunsBefore before;
    private final Consumer<EndedEpisode> whenEnded;
    // The simulator's env of each of the ring's.
    private final int[] envs;
    private final boolean isAlone;
    private final SlotRows steps;
    private final SlotRows initial;
    private final SlotRows keptInitial;
    private final SlotRows last;
    private final boolean[] mask;
    // What a daemon before has of the env's open episode; null where it has nothing of it.
    private final RunsBefore.Part[] parts;
    // Steps of the open episode that are recorded elsewhere.
    private final long[] firstSteps;
    private final List<List<EpisodeEvent>> heldEvents = new ArrayList<>();
    // The slot that the env's open episode began with; -1 where it was released before this daemon came.
    private final long[] begunAt;
    // Rows and events of the env's episode in the slots so far.
    private final long[] rows;
    private final long[] events;
    private final Map<Integer, MessageValues> begunBefore;

    /** What of an episode is recorded by this daemon: the steps and events from these on. */
    private record Rest(long firstStep, long firstEvent, Map<String, Object> metadata) {
        private static final Rest WHOLE = new Rest(0, 0, Map.of());
    }

    /** An episode whose end was handed over. */
    record EndedEpisode(int env, EpisodeId id, CompletableFuture<EpisodeSummary> summary) {}

    RingConsumer(
            SharedRing ring,
            BridgedRecording recording,
            int[] envs,
            RunsBefore before,
            Map<Integer, MessageValues> begunBefore,
            Consumer<EndedEpisode> whenEnded) {
        this.ring = ring;
        this.recording = recording;
        this.envs = envs;
        this.before = before;
        this.begunBefore = begunBefore;
        this.whenEnded = whenEnded;
        layout = ring.layout();
        isAlone = envs.length == recording.numEnvs() && isInOrder(envs);
        steps = new SlotRows(layout.columns(FieldPhase.STEP));
        initial = new SlotRows(layout.columns(FieldPhase.INITIAL));
        keptInitial = new SlotRows(layout.keptInitial());
        last = new SlotRows(layout.columns(FieldPhase.FINAL));
        mask = new boolean[envs.length];
        parts = new RunsBefore.Part[envs.length];
        firstSteps = new long[envs.length];
        begunAt = new long[envs.length];
        rows = new long[envs.length];
        events = new long[envs.length];
        Arrays.fill(begunAt, -1);
        for (int i = 0; i < envs.length; i++) {
            heldEvents.add(new ArrayList<>());
        }
    }

    private static boolean isInOrder(int[] envs) {
        for (int i = 0; i < envs.length; i++) {
            if (envs[i] != i) {
                return false;
            }
        }
        return true;
    }

    /** Takes over episodes that were open behind the slots which the daemon before has released. */
    void takeOver(long firstSlot) throws IOException {
        if (firstSlot == 0) {
            return;
        }
        ByteBuffer slot = ring.slot(firstSlot - 1);
        for (int env = 0; env < envs.length; env++) {
            rows[env] = ring.stepsBehind(slot, env);
            events[env] = ring.eventsBehind(slot, env);
            RecordedPlace place = ring.keptPlace(env);
            if (slot.get(layout.recording(env)) != 0 && place != null) {
                RunsBefore.Part part = before.part(place);
                parts[env] = part == null ? RunsBefore.Part.missing(place) : part;
            }
        }
    }

    /** Hands one slot over. */
    void consume(long number) throws IOException {
        SlotKind kind = ring.kind(number);
        ByteBuffer slot = ring.slot(number);
        switch (kind) {
            case STEP -> steps(number, slot);
            case BEGIN -> begin(number, slot);
            case END -> end(number, slot);
            case EVENT -> events(number, slot);
            case BLOCK -> block(number, slot);
        }
    }

    private void steps(long number, ByteBuffer slot) throws IOException {
        boolean isWhole = isAlone;
        for (int env = 0; env < envs.length; env++) {
            mask[env] = ring.concerns(slot, env) && isNewStep(number, slot, env);
            isWhole &= !mask[env] || recording.env(envs[env]).isRecording();
        }
        if (isWhole) {
            BatchWriter writer = recording.recorder().stepAll(mask);
            steps.putAll(slot, writer, envs.length);
            writer.publish();
        } else {
            for (int env = 0; env < envs.length; env++) {
                if (mask[env]) {
                    put(slot, env, env);
                }
            }
        }
        for (int env = 0; env < envs.length; env++) {
            if (mask[env] && !heldEvents.get(env).isEmpty()) {
                giveHeldEvents(env);
            }
        }
    }

    private boolean isNewStep(long number, ByteBuffer slot, int env) throws IOException {
        countRows(number, slot, env, 1);
        return isNew(number, env, rows[env] - 1);
    }

    /** What the client says stands behind the slot is what a daemon that comes after this one goes by. */
    private void countRows(long number, ByteBuffer slot, int env, int more) {
        rows[env] += more;
        requireCount("steps", number, env, ring.stepsBehind(slot, env), rows[env]);
    }

    private static void requireCount(String what, long number, int env, long given, long expected) {
        if (given != expected) {
            throw ProtocolException.of(
                    "slot %s says that the episode of env %s has %s %s after it; expected %s",
                    number, env, given, what, expected);
        }
    }

    private void put(ByteBuffer slot, int env, int row) {
        StepWriter writer = recording.env(envs[env]).step();
        steps.put(slot, writer, row);
        writer.publish();
    }

    /** Whether a row is to be recorded; the first one of an episode that was cut begins the one that continues it. */
    private boolean isNew(long number, int env, long row) throws IOException {
        RunsBefore.Part part = lastPart(number, env);
        if (part == null) {
            return true;
        }
        if (row < part.rows()) {
            return false;
        }
        continueFrom(part, number, env, row);
        return true;
    }

    /** What a daemon before has of the open episode; it may have begun the rest of one with this very slot. */
    private RunsBefore.Part lastPart(long number, int env) throws IOException {
        RecordedPlace place = parts[env] == null ? null : ring.place(number, env);
        RunsBefore.Part rest = place == null ? null : before.part(place);
        if (rest != null) {
            parts[env] = rest;
        }
        return parts[env];
    }

    private void continueFrom(RunsBefore.Part part, long number, int env, long step) {
        parts[env] = null;
        firstSteps[env] = step;
        RecordedPlace last = part.place();
        Map<String, Object> metadata =
                Map.of("continues", Map.of("run", last.run(), "demo", last.demo(), "step", step));
        begin(number, env, new Rest(step, part.events(), metadata), begunText(env), row -> putInitial(env, row));
    }

    private void begin(long number, int env, Rest rest, MessageValues said, Consumer<StepWriter> initial) {
        recording.begin(envs[env], envs, recorder -> {
            EpisodeId id = recorder.next();
            ring.setPlace(number, env, new RecordedPlace(id.run(), id.env(), rest.firstStep(), rest.firstEvent()));
            recorder.begin(
                    SlotTexts.info(recorder.info(), said), SlotTexts.resetOptions(said), rest.metadata(), initial);
        });
    }

    private boolean isBeginThere(int env) {
        return begunAt[env] >= ring.durable();
    }

    /** What was said of the open episode when it began. */
    private MessageValues begunText(int env) {
        Map<Integer, MessageValues> said = isBeginThere(env) ? episodes(begunAt[env]) : begunBefore;
        return said.getOrDefault(env, MessageValues.none());
    }

    private Map<Integer, MessageValues> episodes(long number) {
        return SlotTexts.byEnv(ring.textOf(ring.slot(number), SlotKind.BEGIN), "episodes", envs.length);
    }

    private void putInitial(int env, StepWriter row) {
        if (isBeginThere(env)) {
            initial.put(ring.slot(begunAt[env]), row, env);
        } else {
            keptInitial.put(ring.keptRows(), row, env);
        }
    }

    private void block(long number, ByteBuffer slot) throws IOException {
        int env = ring.envOf(slot);
        int count = ring.countOf(slot);
        int room = steps.columns().get(0).rows();
        if (count < 1 || count > room) {
            throw ProtocolException.of("a block has %s rows; expected 1 to %s", count, room);
        }
        countRows(number, slot, env, count);
        for (int row = 0; row < count; row++) {
            if (isNew(number, env, rows[env] - count + row)) {
                put(slot, env, row);
            }
        }
        if (parts[env] == null) {
            giveHeldEvents(env);
        }
    }

    private void begin(long number, ByteBuffer slot) throws IOException {
        Map<Integer, MessageValues> said = episodes(number);
        for (int env = 0; env < envs.length; env++) {
            if (ring.concerns(slot, env)) {
                begin(number, env, said.getOrDefault(env, MessageValues.none()));
            }
        }
    }

    private void begin(long number, int env, MessageValues said) throws IOException {
        ByteBuffer slot = ring.slot(number);
        rows[env] = 0;
        events[env] = 0;
        requireCount("steps", number, env, ring.stepsBehind(slot, env), 0);
        requireCount("events", number, env, ring.eventsBehind(slot, env), 0);
        RecordedPlace known = ring.place(number, env);
        begunAt[env] = number;
        firstSteps[env] = 0;
        parts[env] = known == null ? null : before.part(known);
        if (parts[env] == null) {
            begin(number, env, Rest.WHOLE, said, row -> initial.put(slot, row, env));
        }
    }

    private void end(long number, ByteBuffer slot) throws IOException {
        Map<Integer, MessageValues> said = SlotTexts.byEnv(ring.textOf(slot, SlotKind.END), "outcomes", envs.length);
        boolean hasFinal = ring.hasFinal(slot);
        for (int env = 0; env < envs.length; env++) {
            if (ring.concerns(slot, env)) {
                int code = slot.get(layout.code(env)) & 0xFF;
                EpisodeOutcome outcome = SlotTexts.outcome(code, said.getOrDefault(env, MessageValues.none()));
                end(number, env, outcome, hasFinal);
            }
        }
        recording.ended();
    }

    private void end(long number, int env, EpisodeOutcome outcome, boolean hasFinal) throws IOException {
        ByteBuffer slot = ring.slot(number);
        RunsBefore.Part part = lastPart(number, env);
        parts[env] = null;
        if (part != null && part.hasEnded()) {
            return;
        }
        if (part != null) {
            continueFrom(part, number, env, ring.stepsBehind(slot, env));
        }
        EpisodeOutcome whole = SlotTexts.withEvents(outcome, heldEvents.get(env));
        heldEvents.get(env).clear();
        EnvRecorder recorder = recording.env(envs[env]);
        if (!recorder.isRecording()) {
            throw ProtocolException.state(
                    "slot %s ends the episode of env %s, which has none; begin one first", number, env);
        }
        whenEnded.accept(new EndedEpisode(
                envs[env],
                recorder.episode(),
                hasFinal ? recorder.end(whole, row -> last.put(slot, row, env)) : recorder.end(whole)));
    }

    private void events(long number, ByteBuffer slot) {
        int env = ring.envOf(slot);
        List<MessageValues> given = SlotTexts.events(ring.textOf(slot, SlotKind.EVENT));
        long first = events[env];
        events[env] += given.size();
        requireCount("events", number, env, ring.eventsBehind(slot, env), events[env]);
        for (MessageValues said : given) {
            event(env, SlotTexts.event(said, (int) rows[env]), first++);
        }
    }

    private void event(int env, EpisodeEvent event, long number) {
        RunsBefore.Part part = parts[env];
        if (part == null) {
            record(env, event);
        } else if (number >= part.events()) {
            heldEvents.get(env).add(event);
        }
    }

    /** Of steps that the episode before has, which count from its first. */
    private void giveHeldEvents(int env) {
        List<EpisodeEvent> held = heldEvents.get(env);
        held.forEach(event -> record(env, event));
        held.clear();
    }

    private void record(int env, EpisodeEvent event) {
        int step = (int) Math.max(1, event.step() - firstSteps[env]);
        recording
                .env(envs[env])
                .event(new EpisodeEvent(step, event.code(), event.name(), event.info(), event.score(), event.object()));
    }

    /**
     * Releases a durable slot. What is needed of one that begins an episode is kept when all before it are released and
     * it is not, so that a daemon that dies here leaves the places of one moment.
     */
    private void keepAndRelease(long number) {
        ring.setDurable(number);
        boolean hasInitial = ring.kind(number) == SlotKind.BEGIN;
        ByteBuffer slot = ring.slot(number);
        for (int env = 0; env < envs.length; env++) {
            RecordedPlace place = ring.place(number, env);
            if (place != null && hasInitial) {
                ring.keepInitial(slot, env);
            }
            if (place != null) {
                ring.keepPlace(env, place);
            }
        }
        ring.setDurable(number + 1);
    }

    /** Releases slots, all durable. */
    void release(long first, long end) {
        for (long number = first; number < end; number++) {
            if (ring.hasPlaces(number)) {
                keepAndRelease(number);
            }
        }
        ring.setDurable(end);
    }
}
