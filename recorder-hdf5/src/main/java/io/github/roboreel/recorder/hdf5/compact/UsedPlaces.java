package io.github.roboreel.recorder.hdf5.compact;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.hdf5.lib.H5File;
import io.github.roboreel.recorder.hdf5.lib.H5Group;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Members of the groups of a run file that belong into a copy of it: all, unless episodes are continuous. Then the
 * places behind the last one that was taken stay out; an empty one before it keeps its number. Immutable.
 *
 * @param taken behind the number of the last place that an episode took
 * @param hasUnused whether places stay out
 */
record UsedPlaces(int taken, boolean hasUnused) {
    private static final UsedPlaces ALL = new UsedPlaces(Integer.MAX_VALUE, false);
    private static final String PATH = "/" + DemoPaths.DATA;
    private static final Optional<Object> NO_ENV = Optional.of(-1L);
    private static final Optional<Object> DISCARDED = Optional.of(EpisodeStatus.DISCARDED.label());

    /** Looks at the demos from the last one on, up to the first that was taken. */
    static UsedPlaces of(H5File file) throws IOException {
        try (H5Group data = file.root().group(DemoPaths.DATA)) {
            if (data.attribute(AttributeNames.EPISODES_PER_FILE).isEmpty()) {
                return ALL;
            }
            List<String> names = data.linkNames();
            int taken = taken(data, names);
            return new UsedPlaces(taken, names.stream().anyMatch(name -> !isUsed(name, taken)));
        }
    }

    /** Names of a group's members that belong into the copy. */
    List<String> linkNames(H5Group group, String path) throws IOException {
        List<String> names = group.linkNames();
        return hasUnused && path.equals(PATH)
                ? names.stream().filter(name -> isUsed(name, taken)).toList()
                : names;
    }

    private static boolean isUsed(String name, int taken) {
        return DemoPaths.demoNumber(name).orElse(-1) < taken;
    }

    private static int taken(H5Group data, List<String> names) throws IOException {
        int[] numbers = names.stream()
                .flatMapToInt(name -> DemoPaths.demoNumber(name).stream())
                .sorted()
                .toArray();
        for (int i = numbers.length - 1; i >= 0; i--) {
            try (H5Group demo = data.group(DemoPaths.demo(numbers[i]))) {
                if (!isUnused(demo)) {
                    return numbers[i] + 1;
                }
            }
        }
        return 0;
    }

    /** A recovered episode may have no env either, since nothing says which it was. */
    private static boolean isUnused(H5Group demo) throws IOException {
        return demo.attribute(AttributeNames.SIM_ENV_ID).equals(NO_ENV)
                && demo.attribute(AttributeNames.STATUS).equals(DISCARDED);
    }
}
