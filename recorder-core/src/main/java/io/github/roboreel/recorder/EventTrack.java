package io.github.roboreel.recorder;

import java.util.ArrayList;
import java.util.List;

/** The events of one env's episode, in the order of their steps. For one thread at a time. */
final class EventTrack {
    private final int env;
    private final List<EpisodeEvent> events = new ArrayList<>();
    private int lastStep = 1;

    EventTrack(int env) {
        this.env = env;
    }

    List<EpisodeEvent> events() {
        return events;
    }

    /**
     * Refuses an event of a step that is not among those taken, or before that of the last, and one that takes a code
     * or a name which means something else.
     */
    void requireValid(EpisodeEvent event, long stepsTaken) {
        requireInOrder(event, stepsTaken);
        EventNames.fault(event).ifPresent(fault -> {
            throw new IllegalArgumentException("env " + env + ": event '" + event.name() + "' " + fault);
        });
    }

    private void requireInOrder(EpisodeEvent event, long stepsTaken) {
        if (event.step() < lastStep || event.step() > stepsTaken) {
            throw new IllegalArgumentException("env "
                    + env
                    + ": event '"
                    + event.name()
                    + "' has step "
                    + event.step()
                    + "; expected "
                    + lastStep
                    + " to "
                    + stepsTaken
                    + ", call event after publish");
        }
    }

    /** Notes it at a row, counted from 1. */
    void add(EpisodeEvent event, int row) {
        lastStep = event.step();
        events.add(
                row == event.step()
                        ? event
                        : new EpisodeEvent(
                                row, event.code(), event.name(), event.info(), event.score(), event.object()));
    }
}
