package io.github.roboreel.dataset;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs Python with Debian's h5py, which knows nothing of this code. */
public final class Python {
    private Python() {}

    /** What a script prints, which must succeed; {@code sys.argv[1]} and on are the paths. */
    public static String run(String script, Path... paths) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("/usr/bin/python3", "-c", script));
        for (Path path : paths) {
            command.add(path.toString());
        }
        Process python = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (python.waitFor() != 0) {
            python.destroyForcibly();
            throw new IOException("python failed: " + out);
        }
        return out.strip();
    }
}
