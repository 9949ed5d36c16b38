package io.github.roboreel.systemtests;

import io.github.roboreel.cli.Main;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How the command line of this build is started, on the tests' class path. */
public final class CommandWords {
    private CommandWords() {}

    /** Java and what comes before the arguments. */
    public static List<String> words() {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        words.addAll(List.of("-Xmx1g", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        words.add("-Djava.library.path=" + System.getProperty("java.library.path"));
        words.add("-Droboreel.home=" + System.getProperty("roboreel.home"));
        words.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
        if (Runtime.version().feature() >= 24) {
            words.add("--enable-native-access=ALL-UNNAMED");
            words.add("--sun-misc-unsafe-memory-access=allow");
        }
        words.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        return words;
    }

    /** The same as a shell reads it. */
    static String shellLine() {
        List<String> quoted = new ArrayList<>();
        words().forEach(word -> quoted.add("'" + word.replace("'", "'\\''") + "'"));
        return String.join(" ", quoted);
    }
}
