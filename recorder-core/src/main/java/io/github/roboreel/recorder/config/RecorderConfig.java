package io.github.roboreel.recorder.config;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.names.KnownNames;
import io.github.roboreel.recorder.spi.EpisodeMetricSetProvider;
import io.github.roboreel.recorder.spi.EpisodeSinkProvider;
import io.github.roboreel.recorder.spi.FinalFileListenerProvider;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * Every setting of a recording: defaults, a file, the environment where asked for, explicit values. Immutable. Nothing
 * else in the recorder reads files, system properties or the environment.
 */
public final class RecorderConfig {
    private static final String DEFAULT = "default";

    private final Map<String, Object> values;
    private final Map<String, String> origins;

    private RecorderConfig(Map<String, Object> values, Map<String, String> origins) {
        this.values = Map.copyOf(values);
        this.origins = Map.copyOf(origins);
    }

    /** All defaults. */
    public static RecorderConfig defaults() {
        return builder().build();
    }

    /** Starts from the defaults of the core, of every sink and of the metrics on the class path. */
    public static Builder builder() {
        return new Builder(knownSettings());
    }

    /** All settings of the core and of the sinks, metrics and listeners on the class path, by key. */
    public static Collection<Setting<?>> knownSettings() {
        Map<String, Setting<?>> known = new TreeMap<>();
        List<Setting<?>> all = new ArrayList<>(RecorderSettings.ALL);
        ServiceLoader.load(EpisodeSinkProvider.class).forEach(p -> all.addAll(p.settings()));
        ServiceLoader.load(EpisodeMetricSetProvider.class).forEach(p -> all.addAll(p.settings()));
        ServiceLoader.load(FinalFileListenerProvider.class).forEach(p -> all.addAll(p.settings()));
        all.forEach(s -> known.put(s.key(), s));
        return List.copyOf(known.values());
    }

    /** The value in force. */
    public <T> T get(Setting<T> setting) {
        Object value = values.get(setting.key());
        return value == null ? setting.defaultValue() : setting.convert(value).orElseThrow();
    }

    /**
     * What is not left at its default, by key: numbers, booleans and texts, from which {@link Builder#set(String,
     * Object)} makes an equal configuration in another process.
     */
    public Map<String, Object> given() {
        return values;
    }

    /**
     * Where the value in force is from, as a person reads it.
     *
     * @return {@code default}, a YAML file's path and line, {@code environment variable NAME}, {@code system property
     *     NAME}, or {@code configuration} for a value that the caller gave
     */
    public String origin(Setting<?> setting) {
        return origins.getOrDefault(setting.key(), DEFAULT);
    }

    /** Collects values; faults are kept until {@link #build} so that all are reported at once. */
    public static final class Builder {
        private static final String CALLER = "configuration";

        private final Map<String, Setting<?>> known = new TreeMap<>();
        private final Map<String, Given> values = new LinkedHashMap<>();
        private final Map<String, List<String>> faults = new LinkedHashMap<>();

        /**
         * A value.
         *
         * @param source the file, variable or property that it is from, or {@link #CALLER}
         * @param origin the same with the line of a file
         */
        private record Given(Object value, String source, String origin) {}

        private Builder(Collection<Setting<?>> settings) {
            settings.forEach(s -> known.put(s.key(), s));
        }

        /** Takes the values of a YAML file; its nested keys are joined by dots. */
        public Builder file(Path yamlFile) {
            JsonNode root = YamlFile.read(yamlFile);
            addAll(yamlFile.toString(), YamlFile.linesByKey(yamlFile), "", root);
            return this;
        }

        /**
         * Takes the environment variables such as {@code ROBOREEL_RECORDER_RING_SIZE}, then the system properties such
         * as {@code roboreel.recorder.ring_size}, over whatever was given so far. A name of a known group that no
         * setting has is a fault; other names with that prefix are not looked at.
         */
        public Builder fromEnvironment() {
            Map<String, String> properties = new TreeMap<>();
            System.getProperties()
                    .stringPropertyNames()
                    .forEach(name -> properties.put(name, System.getProperty(name, "")));
            return outside(System.getenv(), properties);
        }

        Builder outside(Map<String, String> variables, Map<String, String> properties) {
            OutsideSettings.inEnvironment(variables, known.keySet()).forEach(this::take);
            OutsideSettings.inProperties(properties, known.keySet()).forEach(this::take);
            return this;
        }

        private void take(OutsideSettings.Found found) {
            if (found.isKnown()) {
                take(
                        found.source(),
                        found.source(),
                        found.key(),
                        known.get(found.key()).ofText(found.text()));
            } else {
                addFault(faults, found.source(), "no setting has this name; " + found.hint());
            }
        }

        /** Sets one value, over whatever a file said. */
        public <T> Builder set(Setting<T> setting, T value) {
            return set(setting.key(), value);
        }

        /** Sets one value by key; a text, as properties have it, is read as the setting's type. */
        public Builder set(String key, Object value) {
            boolean isText = value instanceof String && known.containsKey(key);
            take(CALLER, CALLER, key, isText ? known.get(key).ofText((String) value) : value);
            return this;
        }

        private void take(String source, String origin, String key, Object value) {
            if (known.containsKey(key)) {
                values.put(key, new Given(value, source, origin));
            } else {
                String hint = KnownNames.hint(key, known.keySet());
                addFault(faults, source, "key '" + key + "' is unknown; " + hint);
            }
        }

        private static void addFault(Map<String, List<String>> faults, String source, String fault) {
            faults.computeIfAbsent(source, s -> new ArrayList<>()).add(fault);
        }

        /**
         * The finished configuration.
         *
         * @throws ConfigException with every fault, each naming its key and the file that is wrong
         */
        public RecorderConfig build() {
            validate();
            Map<String, Object> plain = new LinkedHashMap<>();
            Map<String, String> origins = new LinkedHashMap<>();
            values.forEach((key, given) -> {
                plain.put(key, given.value());
                origins.put(key, given.origin());
            });
            return new RecorderConfig(plain, origins);
        }

        /**
         * Checks everything given so far.
         *
         * @throws ConfigException with every fault, each naming its key and the file that is wrong
         */
        public void validate() {
            Map<String, List<String>> all = new LinkedHashMap<>();
            faults.forEach((source, found) -> all.put(source, new ArrayList<>(found)));
            values.forEach((key, given) ->
                    fault(known.get(key), given.value()).ifPresent(fault -> addFault(all, given.source(), fault)));
            if (!all.isEmpty()) {
                throw new ConfigException(all);
            }
        }

        private static Optional<String> fault(Setting<?> setting, Object value) {
            boolean isNoPower = setting == RecorderSettings.RING_SIZE
                    && value instanceof Integer size
                    && Integer.bitCount(size) != 1;
            return setting.fault(value)
                    .or(() -> isNoPower
                            ? Optional.of(setting + " is " + value + "; expected a power of two")
                            : Optional.empty());
        }

        private void addAll(String source, Map<String, Integer> lines, String prefix, JsonNode object) {
            object.properties().forEach(e -> {
                String key = prefix + e.getKey();
                if (e.getValue().isObject()) {
                    addAll(source, lines, key + ".", e.getValue());
                } else {
                    take(source, source + ":" + lines.get(key), key, scalar(e.getValue()));
                }
            });
        }

        private static Object scalar(JsonNode node) {
            if (node.isInt()) {
                return node.intValue();
            }
            if (node.isNumber()) {
                return node.doubleValue();
            }
            return node.isBoolean()
                    ? (Object) node.booleanValue()
                    : node.isTextual() ? node.textValue() : node.toString();
        }
    }
}
