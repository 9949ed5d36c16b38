package io.github.roboreel.recorder.config;

import io.github.roboreel.format.fault.RoboReelException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A configuration, schema or task file, or a combination of settings, is wrong. */
public class ConfigException extends RoboReelException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> faults;

    /** With every fault found, each one sentence. */
    public ConfigException(String where, List<String> faults) {
        super(Kind.BAD_ARGUMENT, where + ": " + String.join("; ", faults));
        this.faults = List.copyOf(faults);
    }

    /** With every fault found, each one sentence, by the file or the caller that is wrong. */
    ConfigException(Map<String, List<String>> faultsByPlace) {
        super(
                Kind.BAD_ARGUMENT,
                faultsByPlace.entrySet().stream()
                        .map(place -> place.getKey() + ": " + String.join("; ", place.getValue()))
                        .collect(Collectors.joining("; ")));
        this.faults = faultsByPlace.values().stream().flatMap(List::stream).toList();
    }

    /** With the one fault that ended the reading. */
    public ConfigException(String where, String fault, Throwable cause) {
        super(Kind.BAD_ARGUMENT, where + ": " + fault, cause);
        this.faults = List.of(fault);
    }

    /** Each fault, naming its key. */
    public List<String> faults() {
        return faults;
    }
}
