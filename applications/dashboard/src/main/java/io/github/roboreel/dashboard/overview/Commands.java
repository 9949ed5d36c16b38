package io.github.roboreel.dashboard.overview;

import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.format.fault.ShellWord;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Command lines for a terminal. */
final class Commands {
    private Commands() {}

    /** Those that concern a whole folder. */
    static Map<String, Object> of(Path folder) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("recover", Operation.RECOVER.command(folder));
        json.put("check", Operation.CHECK.command(folder));
        json.put("report", report(List.of(folder), List.of()));
        return json;
    }

    /** The report of some folders' episodes that pass these options. */
    static String report(List<Path> folders, List<String> words) {
        return Stream.of(Stream.of("roboreel", "report"), folders.stream().map(Path::toString), words.stream())
                .flatMap(part -> part)
                .map(ShellWord::of)
                .collect(Collectors.joining(" "));
    }
}
