package io.github.roboreel.recorder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Summary of an episode's events for its result line. */
public final class EventSummary {
    /** Field of a result line: how often each of RoboLab's events happened. */
    public static final String EVENTS = "events";

    /** Field of a result line: how often each of users' own events happened. */
    public static final String OWN_EVENTS = "own_events";

    private static final Pattern WRONG_OBJECT = Pattern.compile("Wrong object grabbed: '([^']*)'");
    private static final String WRONG_OBJECTS = "wrong_objects_grabbed";

    private static final int FIRST_FAILURE_CODE = 200;

    private EventSummary() {}

    /**
     * What a result line says of events: {@code events}, and {@code own_events} when there were users' own. They are
     * apart, as readers of RoboLab's format count all that is in {@code events} for RoboLab's.
     */
    public static Map<String, Object> fields(List<EpisodeEvent> events) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(EVENTS, tally(events));
        Map<String, Integer> own = ownTally(events);
        if (!own.isEmpty()) {
            fields.put(OWN_EVENTS, own);
        }
        return fields;
    }

    /**
     * RoboLab's events that its results count, by name in the order of first occurrence; and
     * {@code wrong_objects_grabbed}, one entry per wrong grab, when there was one.
     */
    private static Map<String, Object> tally(List<EpisodeEvent> events) {
        Map<String, Object> tally = new LinkedHashMap<>(counts(events.stream()
                .flatMap(event -> StatusCode.of(event.code()).stream())
                .filter(StatusCode::isTallied)
                .map(StatusCode::tallyName)));
        List<String> wrongObjects = new ArrayList<>();
        for (EpisodeEvent event : events) {
            if (event.code() == StatusCode.WRONG_OBJECT_GRABBED_FAILURE.number()) {
                addObject(event.info(), wrongObjects);
            }
        }
        if (!wrongObjects.isEmpty()) {
            tally.put(WRONG_OBJECTS, wrongObjects);
        }
        return tally;
    }

    private static Map<String, Integer> ownTally(List<EpisodeEvent> events) {
        return counts(events.stream().filter(EpisodeEvent::isOwn).map(EpisodeEvent::name));
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
    public static String reason(Boolean success, List<EpisodeEvent> events) {
        if (events.isEmpty()) {
            return null;
        }
        String last = events.get(events.size() - 1).info();
        if (!Boolean.TRUE.equals(success)) {
            return last;
        }
        for (int i = events.size() - 1; i >= 0; i--) {
            EpisodeEvent event = events.get(i);
            if (event.code() < FIRST_FAILURE_CODE && !event.info().isEmpty()) {
                return event.info();
            }
        }
        return last;
    }

    private static void addObject(String info, List<String> objects) {
        Matcher matcher = WRONG_OBJECT.matcher(info);
        if (matcher.find()) {
            objects.add(matcher.group(1));
        }
    }
}
