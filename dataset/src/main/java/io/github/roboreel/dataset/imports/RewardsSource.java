package io.github.roboreel.dataset.imports;

import java.util.Set;

/** Where the rewards of a dataset come from, as our exporters say. */
final class RewardsSource {
    private static final Set<String> MADE_UP = Set.of("absent", "success", "score-delta");

    private RewardsSource() {}

    /** Whether an exporter made them, so that they are left out, which is noted. */
    static boolean isMadeUp(String source, ImportNotes notes) {
        boolean isMadeUp = MADE_UP.contains(source);
        if (isMadeUp) {
            notes.add("the rewards that an export made (source '" + source + "') are left out again");
        }
        return isMadeUp;
    }
}
