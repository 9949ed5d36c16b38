package io.github.roboreel.recorder.hdf5;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs Python with Debian's h5py, the reader our files are made for. */
public final class H5py {
    private H5py() {}

    /** Starts a script; {@code sys.argv[1]} is the file. */
    public static Process start(Path file, String script) throws IOException {
        List<String> command = new ArrayList<>(List.of("/usr/bin/python3", "-c", script));
        command.add(file.toString());
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** What a script prints, which must succeed. */
    public static String run(Path file, String script) throws IOException, InterruptedException {
        Process python = start(file, script);
        String out = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (python.waitFor() != 0) {
            python.destroyForcibly();
            throw new IOException("h5py failed: " + out);
        }
        return out.strip();
    }
}
