package io.github.roboreel.tools.check;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoHeader;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recordings.folder.StoredField;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Contents of a run file.
 *
 * @param isLive whether a recorder has it open
 * @param space what of it is dead
 * @param attributes of the group {@code data}
 * @param demos those that are wanted and could be read
 * @param passedOver the others, which were not asked for, by their attributes alone
 * @param faults what is wrong with its bytes and values
 */
record RunFacts(
        boolean isLive,
        FileSpace space,
        Map<String, Object> attributes,
        List<DemoFacts> demos,
        List<DemoFacts> passedOver,
        List<ValueFault> faults) {
    RunFacts {
        demos = List.copyOf(demos);
        passedOver = List.copyOf(passedOver);
        faults = List.copyOf(faults);
    }

    /** Whether all its demos were asked for. */
    boolean isWhole() {
        return passedOver.isEmpty();
    }

    /** How many of its demos that were read hold an episode. */
    int episodes() {
        return episodes(demos);
    }

    /** How many episodes were not asked for. */
    int episodesPassedOver() {
        return episodes(passedOver);
    }

    private static int episodes(List<DemoFacts> demos) {
        return (int) demos.stream()
                .filter(demo -> !DemoHeader.isUnused(demo.attributes()))
                .count();
    }

    /** Whether it has a demo of that name which was not asked for. */
    boolean passesOver(String demo) {
        return passedOver.stream().anyMatch(other -> other.name().equals(demo));
    }

    /** Whether the file says that RoboReel wrote it. */
    boolean isOurs() {
        return attributes.containsKey(AttributeNames.FORMAT_VERSION);
    }

    /** The fields that were recorded in the first demo of which some are known, by path: all demos have the same. */
    SortedMap<String, StoredField> fields() {
        SortedMap<String, StoredField> fields = new TreeMap<>();
        demos.stream()
                .filter(demo -> !demo.datasets().isEmpty())
                .findFirst()
                .ifPresent(demo -> demo.datasets().forEach((path, dataset) -> {
                    if (dataset.declared() || !isOurs()) {
                        fields.put(path, dataset.field());
                    }
                }));
        return fields;
    }

    /** Whether the file was not read, because a newer RoboReel wrote it. */
    boolean isNewer() {
        return attributes.get(AttributeNames.FORMAT_VERSION) instanceof Long version
                && version > RunSpec.FORMAT_VERSION;
    }
}
