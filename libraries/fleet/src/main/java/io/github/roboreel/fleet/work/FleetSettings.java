package io.github.roboreel.fleet.work;

import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import io.github.roboreel.recorder.spi.MetricSets;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Settings that travel with tasks. Immutable.
 *
 * @param storage for the storages that tasks open
 * @param recorder what is not left at its default of the recorder's settings, by key: numbers, booleans and texts
 * @param isNativeAtHand whether tasks run where the native library reads, too, in processes of its own: then what is
 *     said of damaged and live run files is what it says, as in the plain commands
 */
public record FleetSettings(HashMap<String, String> storage, HashMap<String, Object> recorder, boolean isNativeAtHand)
        implements Serializable {
    public static FleetSettings of(Map<String, String> storage, RecorderConfig config, boolean isNativeAtHand) {
        return new FleetSettings(new HashMap<>(storage), new HashMap<>(config.given()), isNativeAtHand);
    }

    /** Storages of this process. */
    Storages storages() {
        return new Storages(storage);
    }

    /** The metric sets of this process; settings of plug-ins that are not here are not needed. */
    MetricSets metricSets() {
        return MetricSets.onClassPath(config());
    }

    RecorderConfig config() {
        Set<String> known =
                RecorderConfig.knownSettings().stream().map(Setting::key).collect(Collectors.toSet());
        RecorderConfig.Builder builder = RecorderConfig.builder();
        recorder.forEach((key, value) -> {
            if (known.contains(key)) {
                builder.set(key, value);
            }
        });
        return builder.build();
    }
}
