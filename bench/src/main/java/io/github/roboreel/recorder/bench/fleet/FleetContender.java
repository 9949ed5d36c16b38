package io.github.roboreel.recorder.bench.fleet;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A way to do a work.
 *
 * @param name as users write it: {@code plain}, {@code plain-again}, {@code fleet} or {@code fleet:MASTER}
 */
record FleetContender(String name) {
    private static final String PLAIN = "plain";
    private static final String AGAIN = "plain-again";
    private static final String FLEET = "fleet";
    private static final String MASTER = FLEET + ":";

    /**
     * Of a name.
     *
     * @throws IllegalArgumentException when there is no such contender
     */
    static FleetContender of(String name) {
        boolean known = List.of(PLAIN, AGAIN, FLEET).contains(name)
                || name.startsWith(MASTER) && name.length() > MASTER.length();
        if (!known) {
            throw new IllegalArgumentException(
                    "--contenders has '" + name + "'; expected plain, plain-again, fleet or fleet:MASTER");
        }
        return new FleetContender(name);
    }

    /** The program's arguments for a work on folders. */
    List<String> arguments(FleetWork work, List<Path> folders, Path output) {
        List<String> arguments = new ArrayList<>();
        if (name.startsWith(FLEET)) {
            arguments.add(FLEET);
        }
        arguments.addAll(work.words());
        folders.forEach(folder -> arguments.add(folder.toString()));
        arguments.addAll(work.options(output));
        if (name.startsWith(MASTER)) {
            arguments.addAll(List.of("--master", name.substring(MASTER.length())));
        }
        return arguments;
    }
}
