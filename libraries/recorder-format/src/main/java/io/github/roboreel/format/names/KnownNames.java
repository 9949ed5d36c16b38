package io.github.roboreel.format.names;

import java.util.Collection;
import java.util.List;

/** The end of a sentence that refuses an unknown name. */
public final class KnownNames {
    private static final int MAX_EDITS = 2;

    /** A shorter name is a part of many. */
    private static final int MIN_CHARS_OF_A_PART = 4;

    private KnownNames() {}

    /**
     * What to say after the name that is unknown.
     *
     * @return {@code did you mean a or b?} where known names are like the given one, else {@code known are a, b, c}
     */
    public static String hint(String given, Collection<String> known) {
        List<String> near = similar(given, known);
        return near.isEmpty()
                ? "known are " + String.join(", ", known)
                : "did you mean " + String.join(" or ", near) + "?";
    }

    /**
     * The names that the given one may have been meant to be: up to two letters of it, and at most half of them, are
     * wrong, missing or too many, or one is the beginning of the other.
     *
     * @return those with the fewest wrong letters and those that begin with one of them, in the order given; where
     *     there is none, those that begin alike
     */
    public static List<String> similar(String given, Collection<String> known) {
        int fewest =
                known.stream().mapToInt(name -> editDistance(given, name)).min().orElse(Integer.MAX_VALUE);
        if (fewest > Math.min(MAX_EDITS, given.length() / 2)) {
            return known.stream().filter(name -> beginAlike(given, name)).toList();
        }
        List<String> nearest = known.stream()
                .filter(name -> editDistance(given, name) == fewest)
                .toList();
        return known.stream()
                .filter(name -> nearest.stream().anyMatch(name::startsWith))
                .toList();
    }

    private static boolean beginAlike(String a, String b) {
        return Math.min(a.length(), b.length()) >= MIN_CHARS_OF_A_PART && (b.startsWith(a) || a.startsWith(b));
    }

    /** Levenshtein, V. I.: Binary codes capable of correcting deletions, insertions and reversals. */
    private static int editDistance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(substituted, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
