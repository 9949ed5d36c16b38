package io.github.roboreel.recorder.config;

import io.github.roboreel.format.names.KnownNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds settings among environment variables and system properties. */
final class OutsideSettings {
    private static final String VARIABLE_PREFIX = "ROBOREEL_";
    private static final String PROPERTY_PREFIX = "roboreel.";

    private OutsideSettings() {}

    /**
     * A value as text, or a name that no setting has.
     *
     * @param source the variable or property, as a message names it
     * @param key of the setting; for an unknown name the part behind the prefix
     */
    record Found(String source, String key, String text, boolean isKnown, String hint) {}

    /** {@code recorder.ring_size} is {@code ROBOREEL_RECORDER_RING_SIZE}. */
    static String variableOf(String key) {
        return VARIABLE_PREFIX + key.replace('.', '_').toUpperCase(Locale.ROOT);
    }

    /** {@code recorder.ring_size} is {@code roboreel.recorder.ring_size}. */
    static String propertyOf(String key) {
        return PROPERTY_PREFIX + key;
    }

    static List<Found> inEnvironment(Map<String, String> variables, Set<String> keys) {
        Map<String, String> keyByName = new TreeMap<>();
        keys.forEach(key -> keyByName.put(variableOf(key), key));
        return find("environment variable ", VARIABLE_PREFIX, '_', variables, keyByName);
    }

    static List<Found> inProperties(Map<String, String> properties, Set<String> keys) {
        Map<String, String> keyByName = new TreeMap<>();
        keys.forEach(key -> keyByName.put(propertyOf(key), key));
        return find("system property ", PROPERTY_PREFIX, '.', properties, keyByName);
    }

    private static List<Found> find(
            String kind, String prefix, char separator, Map<String, String> given, Map<String, String> keyByName) {
        Set<String> groups = new TreeSet<>();
        keyByName.keySet().forEach(name -> groups.add(name.substring(0, name.indexOf(separator, prefix.length()) + 1)));
        List<Found> found = new ArrayList<>();
        new TreeMap<>(given).forEach((name, text) -> {
            String key = keyByName.get(name);
            if (key != null) {
                found.add(new Found(kind + name, key, text, true, ""));
            } else if (name.startsWith(prefix) && isMeant(name, groups, keyByName.keySet())) {
                found.add(new Found(kind + name, name, text, false, KnownNames.hint(name, keyByName.keySet())));
            }
        });
        return found;
    }

    /** The launcher, the system properties of programs and Kubernetes have names of their own with the same prefix. */
    private static boolean isMeant(String name, Set<String> groups, Set<String> known) {
        return groups.stream().anyMatch(name::startsWith)
                || !KnownNames.similar(name, known).isEmpty();
    }
}
