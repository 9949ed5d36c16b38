package io.github.roboreel.systemtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What {@code THIRD-PARTY.md} says.
 *
 * @param accepted identifiers of the licences that libraries may have
 * @param libraries by group and artifact
 */
record ThirdPartyPage(Set<String> accepted, Map<String, Library> libraries) {
    private static final Pattern ROW =
            Pattern.compile("\\| (\\S+:\\S+) \\| ([^|]+) \\|([^|]*)\\|([^|]*)\\|", Pattern.MULTILINE);
    private static final Pattern ACCEPTED = Pattern.compile("^Accepted: (.*?)\n\n", Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern IDENTIFIER = Pattern.compile("`([A-Za-z0-9.-]+)`");

    static ThirdPartyPage of(Path file) throws IOException {
        return of(Files.readString(file));
    }

    static ThirdPartyPage of(String text) {
        Set<String> accepted = new TreeSet<>();
        ACCEPTED.matcher(text)
                .results()
                .forEach(paragraph -> IDENTIFIER
                        .matcher(paragraph.group(1))
                        .results()
                        .map(id -> id.group(1))
                        .forEach(accepted::add));
        Map<String, Library> libraries = new TreeMap<>();
        ROW.matcher(text)
                .results()
                .forEach(row -> libraries.put(
                        row.group(1),
                        new Library(
                                row.group(2).strip(),
                                row.group(3).strip(),
                                row.group(4).strip())));
        return new ThirdPartyPage(accepted, libraries);
    }

    /** Whether every licence of an expression of {@code AND} is accepted, of {@code OR} at least one. */
    boolean accepts(String expression) {
        List<String> choices = Arrays.asList(expression.split(" OR "));
        return choices.stream().anyMatch(choice -> accepted.containsAll(Arrays.asList(choice.split(" AND "))));
    }

    /**
     * One row.
     *
     * @param licence of its classes, an expression of identifiers
     * @param natives licence of the native libraries in its jar; empty without such
     * @param note what else is to be said
     */
    record Library(String licence, String natives, String note) {
        Set<String> identifiers() {
            return new TreeSet<>(Arrays.asList(licence.split(" (AND|OR) ")));
        }

        /** Whether it comes where Debian's JHDF5 is installed, and nowhere else. */
        boolean comesWithDebian() {
            return note.equals("[2]");
        }

        /** Whether it comes with the commands for fleets, and with nothing else. */
        boolean comesWithFleets() {
            return note.startsWith("[3]");
        }
    }
}
