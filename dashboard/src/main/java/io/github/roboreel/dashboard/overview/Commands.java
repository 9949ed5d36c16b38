package io.github.roboreel.dashboard.overview;

import io.github.roboreel.format.fault.Operation;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Command lines for a terminal. */
final class Commands {
    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

    private Commands() {}

    /** Those that concern a whole folder. */
    static Map<String, Object> of(Path folder) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("recover", Operation.RECOVER.command(quoted(folder.toString())));
        json.put("check", Operation.CHECK.command(quoted(folder.toString())));
        json.put("report", "roboreel report " + quoted(folder.toString()));
        return json;
    }

    /** A word as a POSIX shell reads it back. */
    static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
