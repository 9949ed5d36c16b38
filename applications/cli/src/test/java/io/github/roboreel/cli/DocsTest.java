package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.cli.base.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.ParameterException;

/** README and docs: generated pages are current, links lead somewhere, command lines are accepted. */
class DocsTest {
    private static final int MAX_README_WORDS = 1500;
    private static final int MAX_COLUMNS = 130;

    /** Pages and sources that say which row is before and which after an action. */
    private static final List<String> PLACES_OF_THE_ROW_RULE = List.of(
            "README.md",
            "docs/how-to/embed.md",
            "docs/how-to/vectorised-simulator.md",
            "docs/how-to/own-simulator.md",
            "docs/how-to/cameras.md",
            "docs/how-to/read-and-transform.md",
            "recorder-core/src/main/java/io/github/roboreel/recorder/EnvRecorder.java",
            "recorder-core/src/main/java/io/github/roboreel/recorder/EpisodeRecorder.java");

    private static final Pattern ROW_RULE =
            Pattern.compile("\\*\\*When a row is seen\\.\\*\\* (Row k of .* the frame after each step\\.)");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern COMMAND_LINE = Pattern.compile(" {4}(?:[A-Z_]+=\\S+ )?\\./roboreel (.*)");
    private static final Pattern VERSION =
            Pattern.compile("<artifactId>roboreel-bom</artifactId>\\s*<version>(.*)</version>");
    private static final Pattern COPIED_VERSION = Pattern.compile(
            "<artifactId>roboreel-bom</artifactId>\\s*<version>(.*)</version>|io\\.github\\.roboreel:[a-z0-9-]+:([^\")]+)\"");

    @Test
    void generatedPagesSayWhatTheCodeSays() throws IOException {
        for (Map.Entry<String, String> page :
                ReferencePages.pages(InProcess.HOME).entrySet()) {
            assertEquals(
                    page.getValue(),
                    Files.readString(InProcess.HOME.resolve(page.getKey())),
                    page.getKey() + " is stale: mvn -q -Pdocs -pl :cli -am process-test-classes");
        }
    }

    @Test
    void linksLeadToFilesAndHeadings() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path page : pages()) {
            Matcher link = LINK.matcher(Files.readString(page));
            while (link.find()) {
                links++;
                if (!link.group(1).startsWith("https://") && !leadsSomewhere(page, link.group(1))) {
                    broken.add(InProcess.HOME.relativize(page) + ": " + link.group(1));
                }
            }
        }
        assertTrue(links > 80, "only " + links + " links");
        assertEquals(List.of(), broken);
    }

    private static boolean leadsSomewhere(Path page, String target) throws IOException {
        String[] parts = target.split("#", 2);
        Path file = parts[0].isEmpty() ? page : page.resolveSibling(parts[0]).normalize();
        return Files.exists(file) && (parts.length == 1 || anchors(file).contains(parts[1]));
    }

    /** The headings of a page, as GitHub makes anchors of them. */
    private static List<String> anchors(Path page) throws IOException {
        return Files.readAllLines(page).stream()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
                .map(heading -> heading.replaceAll("[^\\w\\- ]", "").replace(' ', '-'))
                .toList();
    }

    @Test
    void commandLinesAreAccepted() throws IOException {
        List<String> refused = new ArrayList<>();
        int tried = 0;
        for (Path page : pages()) {
            for (String line : Files.readAllLines(page)) {
                Matcher command = COMMAND_LINE.matcher(line);
                if (command.matches()
                        && !Main.LAUNCHERS_COMMANDS.contains(command.group(1).split(" ")[0])) {
                    tried++;
                    fault(command.group(1)).ifPresent(fault -> refused.add(page.getFileName() + ": " + fault));
                }
            }
        }
        assertTrue(tried > 40, "only " + tried + " command lines");
        assertEquals(List.of(), refused);
    }

    private static Optional<String> fault(String commandLine) {
        String[] args = commandLine.replaceFirst(" +#.*", "").split(" +");
        try {
            Main.commandLine(Terminal.ofProcess(), InProcess.HOME, new Interruption())
                    .parseArgs(OptionSpelling.withDashes(args));
            return Optional.empty();
        } catch (ParameterException e) {
            return Optional.of(commandLine + ": " + e.getMessage());
        }
    }

    @Test
    void whenARowIsSeen_eachPlace_hasTheWordsOfTheFormat() throws IOException {
        Matcher rule = ROW_RULE.matcher(words("recorder-hdf5/FORMAT.md"));
        assertTrue(rule.find(), "FORMAT.md does not say when a row is seen");
        for (String place : PLACES_OF_THE_ROW_RULE) {
            assertTrue(words(place).contains(rule.group(1)), place + " does not say: " + rule.group(1));
        }
    }

    /** A page, or a source with its Javadoc, as one line in the markup of Markdown. */
    private static String words(String place) throws IOException {
        String text = Files.readString(InProcess.HOME.resolve(place)).replaceAll("(?m)^ +\\*( <p>| |$)", " ");
        return text.replaceAll("\\s+", " ").replaceAll("\\{@code ([^}]*)}", "`$1`");
    }

    @Test
    void theReadmeFitsOnTwoScreens() throws IOException {
        String readme = Files.readString(InProcess.HOME.resolve("README.md"));
        int words = readme.split("\\s+").length;
        assertTrue(words <= MAX_README_WORDS, words + " words");
    }

    @Test
    void linesAreWrapped() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path page : pages()) {
            for (String line : Files.readAllLines(page)) {
                if (line.length() > MAX_COLUMNS && !line.startsWith("|") && !page.endsWith("FORMAT.md")) {
                    tooLong.add(page.getFileName() + ": " + line);
                }
            }
        }
        assertEquals(List.of(), tooLong);
    }

    @Test
    void versionsThatABuildFileCopiesAreThisOne() throws IOException {
        Matcher version = VERSION.matcher(Files.readString(InProcess.HOME.resolve("pom.xml")));
        assertTrue(version.find());
        List<Path> places = new ArrayList<>(pages());
        try (Stream<Path> files = Files.walk(InProcess.HOME.resolve("examples"))) {
            places.addAll(files.filter(file -> file.endsWith("pom.xml")).toList());
        }
        List<String> others = new ArrayList<>();
        int copies = 0;
        for (Path place : places) {
            Matcher copy = COPIED_VERSION.matcher(Files.readString(place));
            while (copy.find()) {
                copies++;
                String given = copy.group(1) != null ? copy.group(1) : copy.group(2);
                if (!given.equals(version.group(1))) {
                    others.add(InProcess.HOME.relativize(place) + ": " + given);
                }
            }
        }
        assertTrue(copies >= 6, "only " + copies + " copies");
        assertEquals(List.of(), others);
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (Path folder : List.of(InProcess.HOME, InProcess.HOME.resolve("recorder-hdf5"))) {
            try (Stream<Path> files = Files.list(folder)) {
                pages.addAll(markdown(files));
            }
        }
        try (Stream<Path> files = Files.walk(InProcess.HOME.resolve("docs"))) {
            pages.addAll(markdown(files));
        }
        return pages;
    }

    private static List<Path> markdown(Stream<Path> files) {
        return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    }
}
