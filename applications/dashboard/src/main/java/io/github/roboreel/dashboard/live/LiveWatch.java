package io.github.roboreel.dashboard.live;

import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.index.Recording;
import io.github.roboreel.dashboard.index.ServedRecordings;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.recorder.OutputLock.Holder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens in the served folders, for all pages that listen: one thread looks every 100 ms at the recordings whose
 * recorder lives, and at nothing while no page listens. Thread-safe.
 */
final class LiveWatch implements EventStream, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(LiveWatch.class);
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** What the last one heard sends when it comes back, where a browser does not do it by itself. */
    private static final String AFTER = "after";

    private final ServedRecordings recordings;
    private final StagingFiles stagings;
    private final HealthLooks health;
    private final Queue<Message> told = new ConcurrentLinkedQueue<>();
    private final Queue<Listener> joining = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this::run, "roboreel-live");
    private boolean closed;
    private volatile boolean isListenedTo;

    // For the thread alone.
    private final List<Listener> listeners = new ArrayList<>();
    private final Map<String, RecordingLook> looks = new LinkedHashMap<>();
    private final Map<String, Message> states = new LinkedHashMap<>();
    private final History history = new History(TimeUnit.MILLISECONDS.toMicros(System.currentTimeMillis()));
    private final Set<String> warned = new HashSet<>();
    private boolean isWarm;
    private long checkedNanos = System.nanoTime();
    private long askedNanos = System.nanoTime() - SECOND_NANOS;

    /** @param health of a recording's recorder, as it is sent; may wait */
    LiveWatch(ServedRecordings recordings, StagingFiles stagings, Function<Recording, Object> health) {
        this.recordings = recordings;
        this.stagings = stagings;
        this.health = new HealthLooks(health, told::add);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public String path() {
        return "/live";
    }

    @Override
    public AutoCloseable open(Request request, Sink sink) throws Refusal {
        Listener listener = new Listener(
                sink, Set.copyOf(request.all("recording")), Set.copyOf(request.all("episode")), heard(request));
        joining.add(listener);
        wake();
        return listener::leave;
    }

    private static OptionalLong heard(Request request) throws Refusal {
        Optional<String> text = Optional.ofNullable(request.headers().get("last-event-id"))
                .or(() -> request.all(AFTER).stream().findFirst())
                .filter(value -> !value.isBlank());
        try {
            return text.isPresent() ? OptionalLong.of(Long.parseLong(text.get())) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /** A recording is new, or has changed. Any thread; does not wait. */
    void changed(Recording recording, Supplier<Map<String, Object>> document) {
        if (isListenedTo) {
            told.add(Message.state(Message.RECORDING, recording.id(), document.get()));
        }
    }

    /** A recording is not there any more. Any thread; does not wait. */
    void gone(String recording) {
        if (isListenedTo) {
            told.add(Message.happened("gone", recording, "", Message.data("recording", recording)));
        }
    }

    private synchronized void wake() {
        notifyAll();
    }

    private void run() {
        while (awaitListeners()) {
            long begun = System.nanoTime();
            boolean isDone = false;
            try {
                look();
                isDone = true;
            } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
                LOG.warn("what is being recorded could not be looked at; the next look tries again", e);
            }
            if (isDone) {
                pause(PERIOD_NANOS - (System.nanoTime() - begun), true);
            } else {
                pause(SECOND_NANOS, false);
            }
        }
    }

    /** False when it is closed. */
    private synchronized boolean awaitListeners() {
        try {
            while (!closed && listeners.isEmpty() && joining.isEmpty()) {
                forget();
                wait();
            }
        } catch (InterruptedException e) {
            return false;
        }
        isListenedTo = true;
        return !closed;
    }

    private void forget() {
        isListenedTo = false;
        isWarm = false;
        looks.clear();
        states.clear();
        told.clear();
        stagings.tidy();
    }

    /** @param endsForJoining whether it ends when a page joins */
    private synchronized void pause(long nanos, boolean endsForJoining) {
        long end = System.nanoTime() + nanos;
        try {
            for (long left = nanos;
                    left > 0 && !closed && !(endsForJoining && !joining.isEmpty());
                    left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    private void look() {
        try {
            tellNews();
        } finally {
            greetAll();
        }
    }

    private void tellNews() {
        listeners.removeIf(Listener::hasGone);
        listeners.forEach(Listener::begin);
        for (Message message = told.poll(); message != null; message = told.poll()) {
            tell(message);
        }
        lookAtRecordings();
        boolean isSecond = System.nanoTime() - askedNanos >= SECOND_NANOS;
        if (isSecond) {
            askedNanos = System.nanoTime();
            health.ask(looks.values().stream().map(RecordingLook::recording).toList());
            stagings.tidy();
        }
    }

    private void greetAll() {
        for (Listener listener = joining.poll(); listener != null; listener = joining.poll()) {
            greet(listener);
            listeners.add(listener);
        }
    }

    private void lookAtRecordings() {
        Map<String, Recording> live = new LinkedHashMap<>();
        for (Recording recording : recordings.all()) {
            if (recording.status() == Recording.Status.RECORDING) {
                live.put(recording.id(), recording);
            }
        }
        for (RecordingLook look : List.copyOf(looks.values())) {
            if (!live.containsKey(look.recording().id())) {
                looks.remove(look.recording().id());
                end(look);
            }
        }
        for (Recording recording : live.values()) {
            tryTo(
                    recording,
                    () -> looks.computeIfAbsent(recording.id(), id -> new RecordingLook(recording, stagings, isWarm))
                            .look(this::tell));
        }
        isWarm = true;
        if (System.nanoTime() - checkedNanos >= CHECK_NANOS) {
            checkedNanos = System.nanoTime();
            if (live.values().stream().anyMatch(LiveWatch::isWithoutRecorder)) {
                recordings.lookSoon();
            }
        }
    }

    /** One recording that cannot be looked at must not hide the others. */
    private void tryTo(Recording recording, Runnable action) {
        try {
            action.run();
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
            if (warned.add(recording.id())) {
                LOG.warn("{} cannot be looked at while it is recorded; the others can", recording.path(), e);
            }
        }
    }

    private static boolean isWithoutRecorder(Recording recording) {
        Holder holder = OutputLock.holderOf(recording.path());
        return holder == Holder.NONE || holder == Holder.DEAD;
    }

    /** A last look reports what a recorder has left when it closed; its files are gone then. */
    private void end(RecordingLook look) {
        String id = look.recording().id();
        tryTo(look.recording(), () -> look.look(this::tell));
        boolean died = recordings
                .recording(id)
                .filter(recording -> recording.status() == Recording.Status.NEEDS_RECOVER)
                .isPresent();
        tryTo(look.recording(), () -> look.end(died ? "needs-recover" : null, this::tell));
        warned.remove(id);
        states.values().removeIf(message -> message.recording().equals(id));
    }

    private void tell(Message message) {
        OptionalLong number = OptionalLong.empty();
        if (message.isState()) {
            if (message.name().equals(Message.EPISODE)) {
                // The page will ask for it.
                recordings.lookSoon();
            }
            keep(message);
        } else {
            number = OptionalLong.of(history.add(message));
        }
        for (Listener listener : listeners) {
            listener.tell(message, number);
        }
    }

    /** Pages that come later ask for recordings themselves, and want no episodes that have ended. */
    private void keep(Message message) {
        boolean isOver = message.data() instanceof Map<?, ?> data
                && (Boolean.TRUE.equals(data.get("final"))
                        || message.name().equals(Message.EPISODE) && !Message.RECORDING.equals(data.get("status")));
        if (isOver) {
            states.values()
                    .removeIf(known -> known.key().equals(message.key())
                            || message.name().equals(Message.EPISODE)
                                    && known.episode().equals(message.episode()));
        } else if (!message.name().equals(Message.RECORDING)) {
            states.put(message.key(), message);
        }
    }

    private void greet(Listener listener) {
        listener.begin();
        boolean resumed = history.reaches(listener.heard());
        listener.send(
                Message.state("hello", "", Message.data("sequence", history.newest(), "resumed", resumed)),
                OptionalLong.of(resumed ? listener.heard().getAsLong() : history.newest()));
        if (resumed) {
            history.after(listener.heard().getAsLong(), listener::tell);
        }
        states.values().forEach(state -> listener.tell(state, OptionalLong.empty()));
    }

    /** Sends nothing any more. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        health.close();
    }
}
