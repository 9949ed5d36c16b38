package io.github.roboreel.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Summary of an episode's events for its result line. */
public final class EventSummary {
    /** The first of the codes that belong to users. */
    public static final int FIRST_USER_CODE = 1000;

    /** Key of {@code events}: the object of each wrong grab, in time. */
    public static final String WRONG_OBJECTS = "wrong_objects_grabbed";

    private static final Pattern WRONG_OBJECT =
            Pattern.compile("Wrong object grabbed: '(?:(.*)' \\(target objects: |([^']*)')");
    private static final int FIRST_FAILURE_CODE = 200;

    private EventSummary() {}

    /** What a summary looks at of an event. */
    public interface Event {
        /** Its status code. */
        int code();

        /** Its name, by which it is counted when it is a user's own. */
        String name();

        /** The sentence for people. */
        String info();

        /** Name of the object that it is about; empty without one. */
        String object();
    }

    /**
     * The object that one of RoboLab's events is about: its format has it in the sentence only.
     *
     * @param code status code
     * @param info sentence of RoboLab's
     * @return empty where the code is no wrong grab's, or the sentence names none
     */
    public static String objectOf(int code, String info) {
        if (code != StatusCode.WRONG_OBJECT_GRABBED_FAILURE.number()) {
            return "";
        }
        Matcher matcher = WRONG_OBJECT.matcher(info);
        if (!matcher.find()) {
            return "";
        }
        return matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    }

    /**
     * RoboLab's events that its results count, by name in the order of first occurrence; and {@link #WRONG_OBJECTS},
     * one entry per wrong grab, when there was one. Users' own events are not among them, as readers of RoboLab's
     * format count all that is in {@code events} for RoboLab's.
     */
    public static Map<String, Object> tally(List<? extends Event> events) {
        Map<String, Object> tally = new LinkedHashMap<>(counts(events.stream()
                .flatMap(event -> StatusCode.of(event.code()).stream())
                .filter(StatusCode::isTallied)
                .map(StatusCode::tallyName)));
        List<String> wrongObjects = new ArrayList<>();
        for (Event event : events) {
            boolean isWrongGrab = event.code() == StatusCode.WRONG_OBJECT_GRABBED_FAILURE.number();
            if (isWrongGrab && !event.object().isEmpty()) {
                wrongObjects.add(event.object());
            }
        }
        if (!wrongObjects.isEmpty()) {
            tally.put(WRONG_OBJECTS, wrongObjects);
        }
        return tally;
    }

    /** How often each of users' own events happened, by name in the order of first occurrence. */
    public static Map<String, Integer> ownTally(List<? extends Event> events) {
        return counts(
                events.stream().filter(event -> event.code() >= FIRST_USER_CODE).map(Event::name));
    }

    private static Map<String, Integer> counts(Stream<String> names) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        names.forEach(name -> counts.merge(name, 1, Integer::sum));
        return counts;
    }

    /**
     * Why an episode ended as it did: for a success the last event that is no failure, else the last event.
     *
     * @param success null when it was never judged
     * @return null without events
     */
    public static String reason(Boolean success, List<? extends Event> events) {
        if (events.isEmpty()) {
            return null;
        }
        String last = events.get(events.size() - 1).info();
        if (!Boolean.TRUE.equals(success)) {
            return last;
        }
        for (int i = events.size() - 1; i >= 0; i--) {
            Event event = events.get(i);
            if (event.code() < FIRST_FAILURE_CODE && !event.info().isEmpty()) {
                return event.info();
            }
        }
        return last;
    }
}
