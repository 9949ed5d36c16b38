package io.github.roboreel.recordings.episodes;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Selection of the episodes that are drawn one by one, or exported. Immutable.
 *
 * @param ranges first and last numbers; empty for no choice
 * @param firstOnly of each env only this many; 0 for no bound
 */
public record EpisodeSelection(List<Range> ranges, int firstOnly) implements Serializable {
    /**
     * Numbers from one to another.
     *
     * @param first lowest number
     * @param last highest number
     */
    public record Range(int first, int last) implements Serializable {}

    /** Enough to look at, and a folder of pictures that is still easy to survey. */
    public static final int DEFAULT_PER_ENV = 8;

    private static final Pattern LIST = Pattern.compile("\\d{1,9}(-\\d{1,9})?(,\\d{1,9}(-\\d{1,9})?)*");

    /** Copies the list. */
    public EpisodeSelection {
        ranges = List.copyOf(ranges);
    }

    /** The first {@link #DEFAULT_PER_ENV} episodes of each env. */
    public static EpisodeSelection first() {
        return new EpisodeSelection(List.of(), DEFAULT_PER_ENV);
    }

    /**
     * From a text: {@code all}, or numbers and ranges such as {@code 0-3,7}.
     *
     * @throws IllegalArgumentException in one sentence, when it is neither
     */
    public static EpisodeSelection parse(String text) {
        if (text.equals("all")) {
            return new EpisodeSelection(List.of(), 0);
        }
        if (!LIST.matcher(text).matches()) {
            throw new IllegalArgumentException("episodes '"
                    + text
                    + "' are not understood; expected all, or numbers and ranges such as"
                    + " 0-3,7");
        }
        List<Range> ranges = new ArrayList<>();
        for (String part : text.split(",")) {
            String[] ends = part.split("-");
            Range range = new Range(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
            if (range.last() < range.first()) {
                throw new IllegalArgumentException(
                        "episodes '" + part + "' run backwards; write " + range.last() + "-" + range.first());
            }
            ranges.add(range);
        }
        return new EpisodeSelection(ranges, 0);
    }

    /** Whether an episode's number is among the chosen ones; without a choice all are. */
    public boolean includes(int episode) {
        return ranges.isEmpty() || ranges.stream().anyMatch(r -> r.first() <= episode && episode <= r.last());
    }

    /** Whether one more episode of an env is drawn after so many. */
    public boolean hasRoomAfter(int drawn) {
        return firstOnly == 0 || drawn < firstOnly;
    }
}
