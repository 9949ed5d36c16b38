package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.ExportRefusedException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Names that are taken, and by what. DuckDB, which writes the tables, takes capital and small letters for the same. */
final class FeatureKeys {
    private final Map<String, String> sources = new HashMap<>();

    /**
     * Takes a name.
     *
     * @param source what gets it, for messages
     * @throws ExportRefusedException when something else has it
     */
    void take(String key, String source) {
        String other = sources.putIfAbsent(key.toLowerCase(Locale.ROOT), source);
        if (other != null) {
            throw new ExportRefusedException("'"
                    + other
                    + "' and '"
                    + source
                    + "' both become '"
                    + key
                    + "', since a slash becomes a dot and capital letters count as small"
                    + " ones; rename one of them");
        }
    }
}
