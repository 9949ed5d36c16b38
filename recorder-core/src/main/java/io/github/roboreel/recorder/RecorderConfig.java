package io.github.roboreel.recorder;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.recorder.spi.EpisodeMetricSetProvider;
import io.github.roboreel.recorder.spi.EpisodeSinkProvider;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * Every setting of a recording: defaults, then a file, then explicit values. Immutable. Nothing
 * else in the recorder reads files, system properties or the environment.
 */
public final class RecorderConfig {
    private final Map<String, Object> values;

    private RecorderConfig(Map<String, Object> values) {
        this.values = Map.copyOf(values);
    }

    /** All defaults. */
    public static RecorderConfig defaults() {
        return builder().build();
    }

    /** Starts from the defaults of the core, of every sink and of the metrics on the class path. */
    public static Builder builder() {
        return new Builder(knownSettings());
    }

    /** All settings of the core and of the sinks on the class path, by key. */
    public static Collection<Setting<?>> knownSettings() {
        Map<String, Setting<?>> known = new TreeMap<>();
        List<Setting<?>> all = new ArrayList<>(RecorderSettings.ALL);
        ServiceLoader.load(EpisodeSinkProvider.class).forEach(p -> all.addAll(p.settings()));
        ServiceLoader.load(EpisodeMetricSetProvider.class).forEach(p -> all.addAll(p.settings()));
        all.forEach(s -> known.put(s.key(), s));
        return List.copyOf(known.values());
    }

    /** The value in force. */
    public <T> T get(Setting<T> setting) {
        Object value = values.get(setting.key());
        return value == null ? setting.defaultValue() : setting.convert(value).orElseThrow();
    }

    /** Collects values; faults are kept until {@link #build} so that all are reported at once. */
    public static final class Builder {
        private final Map<String, Setting<?>> known = new TreeMap<>();
        private final Map<String, Object> values = new LinkedHashMap<>();
        private final List<String> faults = new ArrayList<>();
        private String source = "configuration";

        private Builder(Collection<Setting<?>> settings) {
            settings.forEach(s -> known.put(s.key(), s));
        }

        /** Takes the values of a YAML file; its nested keys are joined by dots. */
        public Builder file(Path yamlFile) {
            source = yamlFile.toString();
            addAll("", YamlFile.read(yamlFile));
            return this;
        }

        /** Sets one value, over whatever a file said. */
        public <T> Builder set(Setting<T> setting, T value) {
            return set(setting.key(), value);
        }

        /** Sets one value by key. */
        public Builder set(String key, Object value) {
            if (known.containsKey(key)) {
                values.put(key, value);
            } else {
                faults.add(
                        "key '"
                                + key
                                + "' is unknown; known are "
                                + String.join(", ", known.keySet()));
            }
            return this;
        }

        /**
         * The finished configuration.
         *
         * @throws ConfigException with every fault, each naming its key
         */
        public RecorderConfig build() {
            validate();
            return new RecorderConfig(values);
        }

        /**
         * Checks everything given so far.
         *
         * @throws ConfigException with every fault, each naming its key
         */
        public void validate() {
            List<String> all = new ArrayList<>(faults);
            values.forEach((key, value) -> known.get(key).fault(value).ifPresent(all::add));
            if (values.get(RecorderSettings.RING_SIZE.key()) instanceof Integer size
                    && Integer.bitCount(size) != 1) {
                all.add(RecorderSettings.RING_SIZE + " is " + size + "; expected a power of two");
            }
            if (!all.isEmpty()) {
                throw new ConfigException(source, all);
            }
        }

        private void addAll(String prefix, JsonNode object) {
            object.fields()
                    .forEachRemaining(
                            e -> {
                                String key = prefix + e.getKey();
                                if (e.getValue().isObject()) {
                                    addAll(key + ".", e.getValue());
                                } else {
                                    set(key, scalar(e.getValue()));
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
