package io.github.roboreel.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Folds lines that differ in numbers only: the first of them is shown, with a count. */
final class LikeLines {
    /** So few are read faster than a count is understood. */
    private static final int SHOWN_EACH = 3;

    private LikeLines() {}

    /** In the order of their first lines; lines of which there are few stay as they are. */
    static List<String> fold(List<String> lines) {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        for (String line : lines) {
            groups.computeIfAbsent(line.replaceAll("\\d+", "0"), l -> new ArrayList<>()).add(line);
        }
        List<String> folded = new ArrayList<>();
        for (List<String> group : groups.values()) {
            if (group.size() <= SHOWN_EACH) {
                folded.addAll(group);
            } else {
                folded.add(group.get(0) + " (and " + (group.size() - 1) + " more like it)");
            }
        }
        return folded;
    }
}
