package io.github.roboreel.recorder.hdf5.compact;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.hdf5.lib.H5Group;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Members of a group of a run file that belong into a copy of it: all, unless episodes are continuous. Then the places
 * behind the last one that was taken stay out; an empty one before it keeps its number.
 */
final class UsedPlaces {
    private UsedPlaces() {}

    /** @param path of the group, from the root */
    static List<String> linkNames(H5Group group, String path) throws IOException {
        List<String> names = group.linkNames();
        boolean hasPlaces = path.equals("/" + DemoPaths.DATA)
                && group.attribute(AttributeNames.EPISODES_PER_FILE).isPresent();
        if (!hasPlaces) {
            return names;
        }
        int taken = taken(group, names);
        return names.stream()
                .filter(name -> DemoPaths.demoNumber(name).orElse(-1) < taken)
                .toList();
    }

    /** Behind the number of the last place that an episode took. */
    private static int taken(H5Group data, List<String> names) throws IOException {
        int[] numbers = names.stream()
                .flatMapToInt(name -> DemoPaths.demoNumber(name).stream())
                .sorted()
                .toArray();
        for (int i = numbers.length - 1; i >= 0; i--) {
            try (H5Group demo = data.group(DemoPaths.demo(numbers[i]))) {
                if (!isUnused(demo.singleAttributes())) {
                    return numbers[i] + 1;
                }
            }
        }
        return 0;
    }

    /** A recovered episode may have no env either, since nothing says which it was. */
    private static boolean isUnused(Map<String, Object> demo) {
        return Long.valueOf(-1).equals(demo.get(AttributeNames.SIM_ENV_ID))
                && EpisodeStatus.DISCARDED.label().equals(demo.get(AttributeNames.STATUS));
    }
}
