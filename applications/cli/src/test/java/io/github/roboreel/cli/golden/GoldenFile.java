package io.github.roboreel.cli.golden;

import io.github.roboreel.recorder.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Expected outputs, which {@code -Dgolden.write=true} rewrites. */
final class GoldenFile {
    private static final Path FOLDER = Checkout.file("applications/cli/src/test/resources/golden");
    private static final int SHOWN_LINES = 5;

    private final String name;

    GoldenFile(String kind, String command) {
        name = kind + "/" + command + ".txt";
    }

    /** Compares the file with what was printed, or writes it. */
    void require(String text) throws IOException {
        Path file = FOLDER.resolve(name);
        if (Boolean.getBoolean("golden.write")) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } else if (!Files.exists(file)) {
            throw new AssertionError("there is no " + name + "; with -Dgolden.write=true it is written");
        } else {
            requireEqual(Files.readString(file), text);
        }
    }

    private void requireEqual(String expected, String given) {
        if (!expected.equals(given)) {
            throw new AssertionError(
                    name + " differs; with -Dgolden.write=true it is written again" + firstDifference(expected, given));
        }
    }

    private static String firstDifference(String expected, String given) {
        List<String> were = expected.lines().toList();
        List<String> are = given.lines().toList();
        int line = 0;
        while (line < Math.min(were.size(), are.size()) && were.get(line).equals(are.get(line))) {
            line++;
        }
        List<String> shown = new ArrayList<>(List.of("", "line " + (line + 1) + ":"));
        from(were, line).forEach(text -> shown.add("- " + text));
        from(are, line).forEach(text -> shown.add("+ " + text));
        return String.join("\n", shown);
    }

    private static List<String> from(List<String> lines, int first) {
        return lines.subList(first, Math.min(lines.size(), first + SHOWN_LINES));
    }
}
