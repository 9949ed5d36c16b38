package io.github.roboreel.format.fault;

import java.util.regex.Pattern;

/** Words of command lines that users copy. */
public final class ShellWord {
    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

    private ShellWord() {}

    /** A word as a POSIX shell reads it back. */
    public static String of(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
