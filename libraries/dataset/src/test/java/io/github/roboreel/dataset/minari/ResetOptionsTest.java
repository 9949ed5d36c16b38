package io.github.roboreel.dataset.minari;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ResetOptionsTest {
    private static Optional<String> read(Object... named) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        for (int i = 0; i < named.length; i += 2) {
            attributes.put((String) named[i], named[i + 1]);
        }
        return ResetOptions.read(attributes);
    }

    @Test
    void read_namesWithSlashes_areDictionaries() {
        assertEquals(
                Optional.of("{\"level\": 3, \"scene\": {\"light\": \"dim\", \"gain\": 0.5}}"),
                read("operator", "bo", "options/level", 3L, "options/scene/light", "dim", "options/scene/gain", 0.5));
        assertEquals(Optional.empty(), read("operator", "bo"));
    }

    @Test
    void read_whatJsonCannotHold_staysAttributes() {
        assertEquals(Optional.empty(), read("options/x", Double.NaN, "options/y", 1L));
        assertEquals(Optional.empty(), read("options/a", 1L, "options/a/b", 2L));
        assertEquals(Optional.empty(), read("options/a/b", 2L, "options/a", 1L));
        assertEquals(Optional.empty(), read("options/" + "a/".repeat(5000) + "b", 1L));
        assertEquals(Optional.empty(), read("options/text", "x".repeat(5000)));
    }
}
