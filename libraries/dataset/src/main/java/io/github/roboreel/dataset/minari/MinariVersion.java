package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.minari.MinariOptions.DataFormat;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A version of Minari since the one that has {@code metadata.json}, which is 0.5.0. A dataset says the oldest that
 * reads it, since older ones refuse it by that and newer ones do not.
 */
record MinariVersion(int major, int minor, int patch) implements Comparable<MinariVersion> {
    private static final MinariVersion FIRST = new MinariVersion(0, 5, 0);

    /** The first that reads Arrow, and spaces of several discrete values. */
    private static final MinariVersion ARROW = new MinariVersion(0, 5, 2);

    /** The first that decodes pictures. */
    private static final MinariVersion PICTURES = new MinariVersion(0, 5, 3);

    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})\\.(\\d{1,6})");

    /** The oldest that reads a dataset of such episodes with these spaces. */
    static MinariVersion of(MinariOptions options, EpisodeLayout layout, Space observations, Space actions) {
        if (layout.hasPictures()) {
            return PICTURES;
        }
        boolean isArrow = options.dataFormat() == DataFormat.ARROW;
        boolean hasSeveral = Stream.of(observations, actions)
                .anyMatch(space -> space.has("MultiDiscrete") || space.has("MultiBinary"));
        return isArrow || hasSeveral ? ARROW : FIRST;
    }

    /** The version that a dataset says; empty when it is none that has such metadata. */
    static Optional<MinariVersion> parse(String text) {
        Matcher numbers = NUMBERS.matcher(text);
        if (!numbers.matches()) {
            return Optional.empty();
        }
        MinariVersion version = new MinariVersion(
                Integer.parseInt(numbers.group(1)),
                Integer.parseInt(numbers.group(2)),
                Integer.parseInt(numbers.group(3)));
        return Optional.of(version).filter(v -> v.compareTo(FIRST) >= 0);
    }

    @Override
    public int compareTo(MinariVersion other) {
        int order = Integer.compare(major, other.major);
        order = order != 0 ? order : Integer.compare(minor, other.minor);
        return order != 0 ? order : Integer.compare(patch, other.patch);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
