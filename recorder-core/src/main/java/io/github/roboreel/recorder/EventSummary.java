package io.github.roboreel.recorder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an episode's events come to in its result line. */
public final class EventSummary {
    private static final Pattern WRONG_OBJECT = Pattern.compile("Wrong object grabbed: '([^']*)'");

    /** The key of the tally that holds names, not a count. */
    static final String WRONG_OBJECTS = "wrong_objects_grabbed";

    private static final int FIRST_FAILURE_CODE = 200;

    private EventSummary() {}

    /**
     * Counts by name, in the order of first occurrence: RoboLab's events that its results count and
     * all users' own; and {@code wrong_objects_grabbed}, one entry per wrong grab, when there was
     * one.
     */
    public static Map<String, Object> tally(List<EpisodeEvent> events) {
        Map<String, Object> tally = new LinkedHashMap<>();
        List<String> wrongObjects = new ArrayList<>();
        for (EpisodeEvent event : events) {
            tallyName(event).ifPresent(n -> tally.merge(n, 1, (a, b) -> (Integer) a + (Integer) b));
            if (event.code() == StatusCode.WRONG_OBJECT_GRABBED_FAILURE.number()) {
                addObject(event.info(), wrongObjects);
            }
        }
        if (!wrongObjects.isEmpty()) {
            tally.put(WRONG_OBJECTS, wrongObjects);
        }
        return tally;
    }

    private static Optional<String> tallyName(EpisodeEvent event) {
        return event.isOwn()
                ? Optional.of(event.name()).filter(name -> !name.equals(WRONG_OBJECTS))
                : StatusCode.of(event.code())
                        .filter(StatusCode::isTallied)
                        .map(StatusCode::tallyName);
    }

    /**
     * Why an episode ended as it did: for a success the last event that is no failure, else the
     * last event.
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
