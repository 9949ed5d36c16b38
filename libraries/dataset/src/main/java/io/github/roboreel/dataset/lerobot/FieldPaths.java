package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.FieldNames;
import io.github.roboreel.format.DemoPaths;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Paths of the fields that the features of a foreign dataset become; the same features give the same paths. */
final class FieldPaths {
    private static final String OBSERVATION = "observation.";
    private static final String IMAGES = "observation.images.";
    private static final String ACTION = "action";

    private final Map<String, String> wanted = new LinkedHashMap<>();
    private final FieldNames names;

    FieldPaths(Set<String> keys) {
        boolean isOneAction = keys.contains(ACTION);
        Set<String> taken = new HashSet<>();
        for (String key : keys) {
            String path = path(key, isOneAction, keys);
            String apart = path;
            for (int i = 2; !taken.add(apart); i++) {
                apart = path + "_" + i;
            }
            wanted.put(key, apart);
        }
        names = FieldNames.of(wanted.values());
    }

    private static String path(String key, boolean isOneAction, Set<String> keys) {
        if (key.equals(ACTION)) {
            return DemoPaths.ACTIONS;
        }
        if (key.startsWith(ACTION + ".") && !isOneAction) {
            return DemoPaths.ACTIONS + "/" + key.substring(ACTION.length() + 1);
        }
        if (key.equals(LanguageRows.PERSISTENT)) {
            return LanguagePlanner.PERSISTENT_PATH;
        }
        if (key.equals("next.reward")) {
            return DemoPaths.REWARDS;
        }
        if (key.startsWith(IMAGES)) {
            String name = key.substring(IMAGES.length());
            boolean isOther = keys.contains(OBSERVATION + name);
            return DemoPaths.OBS + "/" + (isOther ? "images." + name : name);
        }
        return key.startsWith(OBSERVATION) ? DemoPaths.OBS + "/" + key.substring(OBSERVATION.length()) : key;
    }

    /** Whether a feature has that path. */
    boolean has(String path) {
        return wanted.containsValue(path);
    }

    /** Path of the field of a feature. */
    String of(String key) {
        return names.legal(wanted.get(key));
    }
}
