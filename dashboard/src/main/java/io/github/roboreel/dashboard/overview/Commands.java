package io.github.roboreel.dashboard.overview;

import io.github.roboreel.format.fault.Operation;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Command lines for a terminal. */
final class Commands {
    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

    private Commands() {}

    /** Those that concern a whole folder. */
    static Map<String, Object> of(Path folder) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("recover", Operation.RECOVER.command(quoted(folder.toString())));
        json.put("check", Operation.CHECK.command(quoted(folder.toString())));
        json.put("report", report(List.of(folder), List.of()));
        return json;
    }

    /** The report of some folders' episodes that pass these options. */
    static String report(List<Path> folders, List<String> words) {
        return Stream.of(Stream.of("roboreel", "report"), folders.stream().map(Path::toString), words.stream())
                .flatMap(part -> part)
                .map(Commands::quoted)
                .collect(Collectors.joining(" "));
    }

    /** A word as a POSIX shell reads it back. */
    static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
