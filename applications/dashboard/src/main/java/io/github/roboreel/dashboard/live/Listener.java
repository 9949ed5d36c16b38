package io.github.roboreel.dashboard.live;

import io.github.roboreel.dashboard.live.EventStream.Sink;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** A page that listens. What it has no time for is sent later, in its newest state. For the watch's thread. */
final class Listener {
    private final Sink sink;
    private final Set<String> recordings;
    private final Set<String> episodes;
    private final OptionalLong heard;
    private final Map<String, Message> waiting = new LinkedHashMap<>();
    private boolean isIdle = true;
    private volatile boolean hasGone;

    /**
     * A page.
     *
     * @param recordings whose messages it wants
     * @param episodes likewise; all messages when both are empty
     * @param heard number of the last message it has heard before
     */
    Listener(Sink sink, Set<String> recordings, Set<String> episodes, OptionalLong heard) {
        this.sink = sink;
        this.recordings = Set.copyOf(recordings);
        this.episodes = Set.copyOf(episodes);
        this.heard = heard;
    }

    OptionalLong heard() {
        return heard;
    }

    /** Any thread. */
    void leave() {
        hasGone = true;
    }

    boolean hasGone() {
        return hasGone;
    }

    /** To be called before the messages of each look. */
    void begin() {
        isIdle = sink.isIdle();
        if (isIdle) {
            waiting.values().forEach(message -> send(message, OptionalLong.empty()));
            waiting.clear();
        }
    }

    private boolean wants(Message message) {
        return recordings.isEmpty() && episodes.isEmpty()
                || recordings.contains(message.recording())
                || episodes.contains(message.episode());
    }

    void tell(Message message, OptionalLong number) {
        if (!wants(message)) {
            return;
        }
        if (isIdle || !message.isState()) {
            send(message, number);
        } else {
            waiting.remove(message.key());
            waiting.put(message.key(), message);
        }
    }

    /** Whatever it wants. */
    void send(Message message, OptionalLong number) {
        if (!hasGone && !sink.send(message.name(), message.data(), number)) {
            hasGone = true;
        }
    }
}
