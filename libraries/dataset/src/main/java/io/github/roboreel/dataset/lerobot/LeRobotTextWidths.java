package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.ExportRefusedException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Bytes of the longest text of a column in all episodes, so that all have the same fields. For one thread. */
final class LeRobotTextWidths {
    /** Of a text. */
    static final int MAX_BYTES = 1 << 20;

    private final LeRobotColumns columns;
    private final int episodes;
    private final Map<String, Integer> bytes = new HashMap<>();

    LeRobotTextWidths(LeRobotColumns columns, int episodes) {
        this.columns = columns;
        this.episodes = episodes;
    }

    /** At least 1. */
    int bytes(SourceFeature feature) throws IOException {
        Integer known = bytes.get(feature.key());
        if (known == null) {
            known = 1;
            for (int episode = 0; episode < episodes; episode++) {
                known = Math.max(known, longest(episode, feature));
            }
            bytes.put(feature.key(), known);
        }
        return known;
    }

    /**
     * 0 where the dataset does not say what the episode is: that is refused when it is asked for, and hides no others.
     */
    private int longest(int episode, SourceFeature feature) throws IOException {
        LeRobotPlace place;
        try {
            place = columns.place(episode);
        } catch (ExportRefusedException e) {
            return 0;
        }
        return feature.isLanguage()
                ? columns.tables().longestLanguage(place, feature, MAX_BYTES)
                : columns.tables().longestText(place, feature, MAX_BYTES);
    }
}
