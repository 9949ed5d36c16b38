package io.github.roboreel.cli.base;

import io.github.roboreel.format.fault.Sentence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Folds lines that differ in numbers only: the first of them is shown, with a count and with what the next ones name
 * instead.
 */
public final class LikeLines {
    /** So few are read faster than a count is understood. */
    private static final int SHOWN_EACH = 3;

    private LikeLines() {}

    /** In the order of their first lines; lines of which there are few stay as they are. */
    public static List<String> fold(List<String> lines) {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        for (String line : lines) {
            groups.computeIfAbsent(line.replaceAll("\\d+", "0"), l -> new ArrayList<>())
                    .add(line);
        }
        List<String> folded = new ArrayList<>();
        for (List<String> group : groups.values()) {
            if (group.size() <= SHOWN_EACH) {
                folded.addAll(group);
            } else {
                folded.add(folded(group.get(0), group.subList(1, group.size())));
            }
        }
        return folded;
    }

    private static String folded(String first, List<String> others) {
        Set<String> names = new LinkedHashSet<>();
        for (String other : others) {
            String name = difference(first, other);
            if (!name.isEmpty()) {
                names.add(name);
            }
        }
        List<String> shown = new ArrayList<>(names).subList(0, Math.min(SHOWN_EACH, names.size()));
        return Sentence.of(
                "%s (and %s more like it%s%s)",
                first,
                others.size(),
                shown.isEmpty() ? "" : ": " + String.join(", ", shown),
                shown.size() < names.size() ? ", ..." : "");
    }

    /**
     * The first word in which a line differs, without the folders that both name; a mere number comes with the word
     * before it. Empty where the lines are equal.
     */
    private static String difference(String first, String other) {
        String[] firstWords = first.split(" ");
        String[] words = other.split(" ");
        for (int i = 0; i < words.length; i++) {
            if (!words[i].equals(firstWords[i])) {
                String name = bare(words[i].substring(sharedFolders(firstWords[i], words[i])));
                boolean isNumber = name.chars().allMatch(Character::isDigit);
                return isNumber && i > 0 ? bare(words[i - 1]) + " " + name : name;
            }
        }
        return "";
    }

    private static int sharedFolders(String one, String other) {
        int end = 0;
        for (int i = 0; i < one.length() && one.charAt(i) == other.charAt(i); i++) {
            end = one.charAt(i) == '/' ? i + 1 : end;
        }
        return end;
    }

    private static String bare(String word) {
        return word.replaceAll("[,;:.]+$", "");
    }
}
