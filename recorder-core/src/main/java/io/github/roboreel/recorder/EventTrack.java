package io.github.roboreel.recorder;

import io.github.roboreel.format.StatusCode;
import io.github.roboreel.format.fault.Sentence;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The events of one env's episode, in the order of their steps. For one thread at a time, but that others may look at
 * what was added.
 */
final class EventTrack {
    private static final int FIRST_CAPACITY = 8;

    private final int env;
    private volatile EpisodeEvent[] events = new EpisodeEvent[FIRST_CAPACITY];
    private final AtomicInteger size = new AtomicInteger();
    private int lastStep = 1;

    EventTrack(int env) {
        this.env = env;
    }

    /** How many there are. Any thread. */
    int count() {
        return size.get();
    }

    List<EpisodeEvent> events() {
        return events(0);
    }

    /** Those from the n-th on. Any thread. */
    List<EpisodeEvent> events(int from) {
        int count = size.get();
        return from >= count ? List.of() : List.of(Arrays.copyOfRange(events, from, count));
    }

    /**
     * Refuses an event of a step that is not among those taken, or before that of the last, and one that takes a code
     * or a name which means something else.
     */
    void requireValid(EpisodeEvent event, long stepsTaken) {
        requireInOrder(event, stepsTaken);
        fault(event).ifPresent(fault -> {
            throw new IllegalArgumentException("env " + env + ": event '" + event.name() + "' " + fault);
        });
    }

    private void requireInOrder(EpisodeEvent event, long stepsTaken) {
        if (event.step() < lastStep || event.step() > stepsTaken) {
            throw new IllegalArgumentException(Sentence.of(
                    "env %s: event '%s' has step %s; expected %s to %s, call event after publish",
                    env, event.name(), event.step(), lastStep, stepsTaken));
        }
    }

    /**
     * Rows before that of the n-th event, counted from 0; {@link Long#MAX_VALUE} while there are no more than n. Any
     * thread.
     */
    long rowsBefore(int n) {
        return n < size.get() ? events[n].step() - 1 : Long.MAX_VALUE;
    }

    /**
     * Notes it at a row, counted from 1.
     *
     * @return the event as it was noted
     */
    EpisodeEvent add(EpisodeEvent event, int row) {
        lastStep = event.step();
        int count = size.get();
        if (count == events.length) {
            events = Arrays.copyOf(events, 2 * count);
        }
        EpisodeEvent noted = row == event.step()
                ? event
                : new EpisodeEvent(row, event.code(), event.name(), event.info(), event.score(), event.object());
        events[count] = noted;
        size.lazySet(count + 1);
        return noted;
    }

    /**
     * What is wrong with the name and code, so that no reader takes one event for another; empty when they are right.
     */
    private static Optional<String> fault(EpisodeEvent event) {
        return event.isOwn() ? faultOfOwn(event.name()) : faultOfKnown(event);
    }

    private static Optional<String> faultOfKnown(EpisodeEvent event) {
        Optional<StatusCode> known = StatusCode.of(event.code());
        if (known.isEmpty()) {
            return Optional.of(Sentence.of(
                    "has code %s, which RoboLab may give a meaning; use EpisodeEvent.of, or a code from %s to "
                            + "65535",
                    event.code(), EpisodeEvent.FIRST_USER_CODE));
        }
        return known.map(StatusCode::name)
                .filter(name -> !name.equals(event.name()))
                .map(name -> Sentence.of(
                        "has code %s, which is %s; use EpisodeEvent.of for an event of your own", event.code(), name));
    }

    private static Optional<String> faultOfOwn(String name) {
        if (name.isBlank()) {
            return Optional.of("needs a name; results count events by it");
        }
        return StatusCode.meantBy(name)
                .map(code -> "has the name of code " + code.number() + "; give it that code, or choose another name");
    }
}
