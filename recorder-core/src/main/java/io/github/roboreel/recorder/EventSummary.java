package io.github.roboreel.recorder;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What an episode's events come to in its result line. */
public final class EventSummary {
    private static final int WRONG_OBJECT_GRABBED = 250;
    private static final Set<Integer> TALLIED =
            Set.of(WRONG_OBJECT_GRABBED, 255, 256, 257, 258, 259, 260, 262, 263, 264, 265);
    private static final String FAILURE_SUFFIX = "_FAILURE";
    private static final Pattern WRONG_OBJECT = Pattern.compile("Wrong object grabbed: '([^']*)'");
    private static final int FIRST_FAILURE_CODE = 200;

    private EventSummary() {}

    /**
     * Counts by name, in the order of first occurrence, and {@code wrong_objects_grabbed}, one
     * entry per wrong grab, when there was one.
     */
    public static Map<String, Object> tally(List<EpisodeEvent> events) {
        Map<String, Object> tally = new LinkedHashMap<>();
        List<String> wrongObjects = new ArrayList<>();
        for (EpisodeEvent event : events) {
            if (TALLIED.contains(event.code())) {
                tally.merge(talliedName(event), 1, (a, b) -> (Integer) a + (Integer) b);
            }
            if (event.code() == WRONG_OBJECT_GRABBED) {
                addObject(event.info(), wrongObjects);
            }
        }
        if (!wrongObjects.isEmpty()) {
            tally.put("wrong_objects_grabbed", wrongObjects);
        }
        return tally;
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

    private static String talliedName(EpisodeEvent event) {
        String name = event.name();
        return name.endsWith(FAILURE_SUFFIX)
                ? name.substring(0, name.length() - FAILURE_SUFFIX.length())
                : name;
    }

    private static void addObject(String info, List<String> objects) {
        Matcher matcher = WRONG_OBJECT.matcher(info);
        if (matcher.find()) {
            objects.add(matcher.group(1));
        }
    }
}
