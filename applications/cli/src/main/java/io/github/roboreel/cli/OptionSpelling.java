package io.github.roboreel.cli;

import java.util.ArrayList;
import java.util.List;

/** Lets every long option be written with {@code _} as well as with {@code -}. */
final class OptionSpelling {
    private OptionSpelling() {}

    /** The arguments with dashes in the names of options; values and operands stay as they are. */
    static String[] withDashes(String[] args) {
        List<String> result = new ArrayList<>();
        boolean optionsEnded = false;
        for (String arg : args) {
            optionsEnded |= arg.equals("--");
            result.add(optionsEnded || !arg.startsWith("--") ? arg : dashedName(arg));
        }
        return result.toArray(String[]::new);
    }

    /** A sentence about options that names them as they were given. */
    static String asGiven(String sentence, String[] args) {
        String result = sentence;
        for (String arg : args) {
            String name = arg.split("=", 2)[0];
            if (arg.startsWith("--")) {
                result = result.replace("'" + dashedName(name) + "'", "'" + name + "'");
            }
        }
        return result;
    }

    private static String dashedName(String arg) {
        int end = arg.indexOf('=') < 0 ? arg.length() : arg.indexOf('=');
        return arg.substring(0, end).replace('_', '-') + arg.substring(end);
    }
}
