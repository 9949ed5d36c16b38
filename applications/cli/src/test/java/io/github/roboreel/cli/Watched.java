package io.github.roboreel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs commands on what may be hostile and notes what they must not do: end in anything but a sentence, write control
 * characters, hang, or change a folder. For any threads.
 */
final class Watched {
    private static final Duration MAX_COMMAND = Duration.ofMinutes(20);

    /** What was not turned into a sentence, or would move a terminal's cursor. */
    private static final Pattern BARE = Pattern.compile(
            "unexpected fault|out of memory|\\tat |^(roboreel: )?[a-z.]+\\.[A-Z]\\w*Exception"
                    + "|NullPointerException|ClassCastException|StackOverflowError"
                    + "|OutOfBoundsException|[\\x00-\\x08\\x0b-\\x1f\\x7f]",
            Pattern.MULTILINE);

    private static final int SHOWN = 400;

    private final List<String> defects = Collections.synchronizedList(new ArrayList<>());

    /** What was wrong so far, a line each; empty when nothing was. */
    String defects() {
        return String.join("\n", defects);
    }

    void add(String defect) {
        defects.add(defect);
    }

    /** Runs a command in this process. */
    InProcess run(String... words) {
        long start = System.nanoTime();
        InProcess run = InProcess.run(words);
        Duration taken = Duration.ofNanos(System.nanoTime() - start);
        String shown = words[0] + " " + words[1] + (words.length > 2 ? " ..." : "");
        List<String> options = Arrays.asList(words);
        boolean isCsv = options.contains("--csv") || words[0].equals("poses");
        boolean isJson = options.contains("--json");
        look(shown, isJson ? "" : isCsv ? run.out().replace('\r', ' ') : run.out());
        look(shown, run.err());
        if (taken.compareTo(MAX_COMMAND) > 0) {
            defects.add(shown + " took " + taken.toSeconds() + " s");
        }
        return run;
    }

    /** Runs a command on several folders at once. */
    InProcess run(String command, List<Path> folders, String... options) {
        List<String> words = new ArrayList<>(List.of(command));
        folders.forEach(folder -> words.add(folder.toString()));
        words.addAll(Arrays.asList(options));
        return run(words.toArray(String[]::new));
    }

    private void look(String command, String text) {
        Matcher found = BARE.matcher(text);
        if (found.find()) {
            int from = Math.max(0, found.start() - SHOWN);
            int to = Math.min(text.length(), found.end() + SHOWN);
            defects.add(command + ": " + text.substring(from, to));
        }
    }

    /** Notes what has changed below a folder since its picture was taken. */
    void requireUnchanged(String doing, Path below, Map<String, String> before) throws IOException {
        Map<String, String> after = picture(below);
        if (!before.equals(after)) {
            Map<String, String> changed = new TreeMap<>(after);
            changed.entrySet().removeAll(before.entrySet());
            Map<String, String> gone = new TreeMap<>(before);
            gone.keySet().removeAll(after.keySet());
            defects.add(below + ": " + doing + " changed " + changed + ", removed " + gone);
        }
    }

    /** Names and contents of everything below a folder; links are not followed. */
    static Map<String, String> picture(Path below) throws IOException {
        Map<String, String> picture = new TreeMap<>();
        try (var all = Files.walk(below)) {
            for (Path path : all.toList()) {
                picture.put(below.relativize(path).toString(), content(path));
            }
        }
        return picture;
    }

    private static String content(Path path) throws IOException {
        if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
            return Files.isSymbolicLink(path) ? "link to " + Files.readSymbolicLink(path) : "";
        }
        byte[] bytes = Files.readAllBytes(path);
        return bytes.length + " bytes, " + Arrays.hashCode(bytes);
    }
}
