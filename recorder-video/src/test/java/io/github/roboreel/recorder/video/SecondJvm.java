package io.github.roboreel.recorder.video;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts JVMs like this one. */
public final class SecondJvm {
    private SecondJvm() {}

    /** The command up to the main class. */
    public static List<String> command(String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        return command;
    }
}
