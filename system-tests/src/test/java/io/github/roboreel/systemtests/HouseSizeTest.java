package io.github.roboreel.systemtests;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Sizes of files and packages of main code, beyond which a newcomer no longer finds the place to change. */
class HouseSizeTest {
    private static final int MOST_FILES_OF_A_PACKAGE = 25;
    private static final int MOST_LINES_OF_A_FILE = 400;
    private static final int LEAST_MEDIAN_LINES = 60;

    private final Map<Path, Long> linesByFile = linesByFile();

    @Test
    void noPackageIsCrowded() {
        Map<Path, Long> filesByPackage =
                linesByFile.keySet().stream().collect(groupingBy(Path::getParent, TreeMap::new, counting()));
        filesByPackage.values().removeIf(files -> files <= MOST_FILES_OF_A_PACKAGE);
        assertEquals(Map.of(), filesByPackage, "split these packages by what may touch what");
    }

    @Test
    void noFileIsLong() {
        Map<Path, Long> tooLong = new TreeMap<>(linesByFile);
        tooLong.values().removeIf(lines -> lines <= MOST_LINES_OF_A_FILE);
        assertEquals(Map.of(), tooLong, "split these files");
    }

    @Test
    void filesAreNotConfetti() {
        List<Long> sorted = linesByFile.values().stream().sorted().toList();
        long median = sorted.get(sorted.size() / 2);
        assertTrue(median >= LEAST_MEDIAN_LINES, "the median file has " + median + " lines; join small types");
    }

    private static Map<Path, Long> linesByFile() {
        Map<Path, Long> lines = new TreeMap<>();
        Path checkout = checkout();
        try (Stream<Path> modules = Files.list(checkout)) {
            for (Path sources : modules.map(m -> m.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                addLines(checkout, sources, lines);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assertTrue(lines.size() > 100, "the sources of " + checkout + " are not found");
        return lines;
    }

    private static void addLines(Path checkout, Path sources, Map<Path, Long> lines) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                try (Stream<String> text = Files.lines(file)) {
                    lines.put(checkout.relativize(file), text.count());
                }
            }
        }
    }

    private static Path checkout() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("roboreel"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
