package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ExportTargetsTest {
    @Test
    void target_ofEachFormat_givesItsRequiredOptions() {
        for (DatasetFormat format :
                DatasetFormat.all().stream().filter(DatasetFormat::hasExporter).toList()) {
            List<String> words = format.target("selection_2");

            Set<String> given =
                    words.stream().map(word -> word.replaceFirst("=.*", "")).collect(Collectors.toSet());
            Set<String> known =
                    format.options().stream().map(DatasetOption::name).collect(Collectors.toSet());
            Set<String> required = format.options().stream()
                    .filter(DatasetOption::isRequired)
                    .map(DatasetOption::name)
                    .collect(Collectors.toSet());
            assertTrue(given.containsAll(required), format.name());
            assertTrue(known.containsAll(given), format.name());
            assertTrue(words.stream().anyMatch(word -> word.contains("selection_2")), words.toString());
        }
    }
}
