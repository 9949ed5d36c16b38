package io.github.roboreel.recorder;

import io.github.roboreel.format.StatusCode;
import java.util.Arrays;
import java.util.Optional;

/** Rules for names and codes of events, so that no reader takes one event for another. */
final class EventNames {
    private EventNames() {}

    /** What is wrong with the event's name and code and what to do; empty when they are right. */
    static Optional<String> fault(EpisodeEvent event) {
        return event.isOwn() ? faultOfOwn(event.name()) : faultOfKnown(event);
    }

    private static Optional<String> faultOfKnown(EpisodeEvent event) {
        Optional<StatusCode> known = StatusCode.of(event.code());
        if (known.isEmpty()) {
            return Optional.of("has code "
                    + event.code()
                    + ", which RoboLab may give a meaning; "
                    + "use EpisodeEvent.of, or a code from "
                    + EpisodeEvent.FIRST_USER_CODE
                    + " to 65535");
        }
        return known.map(StatusCode::name)
                .filter(name -> !name.equals(event.name()))
                .map(name -> "has code "
                        + event.code()
                        + ", which is "
                        + name
                        + "; use EpisodeEvent.of for an event of your own");
    }

    private static Optional<String> faultOfOwn(String name) {
        if (name.isBlank()) {
            return Optional.of("needs a name; results count events by it");
        }
        return known(name)
                .map(code -> "has the name of code " + code.number() + "; give it that code, or choose another name");
    }

    private static Optional<StatusCode> known(String name) {
        return StatusCode.find(name)
                .or(() -> Arrays.stream(StatusCode.values())
                        .filter(code -> code.tallyName().equals(name))
                        .findFirst());
    }
}
