package io.github.roboreel.dashboard.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordingNamesTest {
    /** What each is called, given paths and the names within their served folders. */
    private static List<String> distinct(String... pathsAndNames) {
        Map<Path, String> names = new LinkedHashMap<>();
        for (int i = 0; i < pathsAndNames.length; i += 2) {
            names.put(Path.of(pathsAndNames[i]), pathsAndNames[i + 1]);
        }
        return List.copyOf(RecordingNames.distinct(names).values());
    }

    @Test
    void equalNames_getAsMuchOfTheirPathsAsDiffers() {
        assertEquals(
                List.of("a/run/one", "b/run/one", "two"),
                distinct("/x/a/run/one", "one", "/x/b/run/one", "one", "/x/a/run/two", "two"));
    }

    @Test
    void aNameThatGrew_isNotThatOfAnother() {
        assertEquals(
                List.of("x/served/one", "other/one", "y/served/one"),
                distinct("/x/served/one", "one", "/x/other/one", "one", "/y/served/one", "served/one"));
    }

    @Test
    void differentNames_stay() {
        assertEquals(List.of("one", "two"), distinct("/x/one", "one", "/x/two", "two"));
    }
}
