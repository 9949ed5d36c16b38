package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.Checkout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Run files whose values lie elsewhere, made by h5py: those of {@code links.py}. */
public final class LinkedFiles {
    /** Kinds that say what they lead to, and where; none of it is read. */
    public static final List<String> REFUSED = List.of(
            "storage",
            "storage-beside",
            "link-absolute",
            "link-absolute-inside",
            "link-up",
            "link-symbolic",
            "link-symbolic-folder",
            "link-pipe",
            "link-missing",
            "link-chain-out",
            "link-to-storage",
            "soft-out",
            "virtual-absolute",
            "virtual-up",
            "virtual-missing",
            "virtual-nothing",
            "virtual-symbolic",
            "virtual-pattern",
            "virtual-of-storage",
            "virtual-of-link",
            "virtual-circle");

    /** Kinds whose {@code x} is read. */
    public static final List<String> READ =
            List.of("link-beside", "link-below", "link-chain", "link-group", "virtual-here", "virtual-beside");

    private static final Path SCRIPT = Checkout.file("recorder-hdf5/src/test/resources/links.py");

    private LinkedFiles() {}

    /** Makes a run file with all that it leads to; {@code options} are those of the script. */
    public static Path make(Path folder, String kind, String... options) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("/usr/bin/python3", SCRIPT.toString(), folder.toString(), kind));
        command.addAll(List.of(options));
        Process python = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(python.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (python.waitFor() != 0) {
            throw new IOException("h5py failed: " + out);
        }
        return folder.resolve("in/run_0.hdf5");
    }

    /** The values of {@code x}, and of whatever else there is. */
    public static double[] values() {
        return IntStream.range(0, 12).asDoubleStream().toArray();
    }
}
