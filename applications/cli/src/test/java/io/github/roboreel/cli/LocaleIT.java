package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.base.Outcome;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Recordings and reports have ASCII digits, decimal points and Gregorian years whatever the language of the machine.
 */
class LocaleIT {
    @TempDir
    Path folder;

    private final Locale before = Locale.getDefault();

    @AfterEach
    void restore() {
        Locale.setDefault(before);
    }

    /** The Turkish i; the Buddhist calendar with Thai digits. */
    @ParameterizedTest
    @ValueSource(strings = {"tr-TR", "th-TH-u-ca-buddhist-nu-thai-x-lvariant-TH"})
    void recordCheckAndReport_areTheSameInAnyLocale(String locale) throws Exception {
        Locale.setDefault(Locale.forLanguageTag(locale));

        run("record", "--max-steps=15", "--video-mode=none", "--quiet", "--output-dir=" + folder);

        Path recorded = only(folder);
        String name = recorded.getFileName().toString();
        assertTrue(name.matches(LocalDate.now().getYear() + "-\\d\\d-\\d\\d_.*"), name);
        String results = Files.readString(recorded.resolve("episode_results.jsonl"));
        assertTrue(StandardCharsets.US_ASCII.newEncoder().canEncode(results), results);
        run("check", recorded.toString());
        String report = run("report", recorded.toString(), "--csv");
        Locale.setDefault(Locale.ROOT);
        assertEquals(run("report", recorded.toString(), "--csv"), report);
    }

    private static Path only(Path folder) throws Exception {
        try (Stream<Path> entries = Files.list(folder)) {
            List<Path> all = entries.toList();
            assertEquals(1, all.size(), all.toString());
            return all.get(0);
        }
    }

    private static String run(String... arguments) {
        InProcess run = InProcess.run(arguments);
        assertEquals(Outcome.OK, run.outcome(), run.err());
        return run.out();
    }
}
