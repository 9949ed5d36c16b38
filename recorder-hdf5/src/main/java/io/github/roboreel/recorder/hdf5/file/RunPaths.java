package io.github.roboreel.recorder.hdf5.file;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.hdf5.lib.Superblock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The files that belong to one run file.
 *
 * @param run the run file
 */
public record RunPaths(Path run) {
    private static final Pattern RUN = Pattern.compile("run_\\d+\\.hdf5");

    /** The run files of a folder of which anything is there, in order of their names. */
    public static List<Path> in(Path envFolder) throws IOException {
        TreeSet<Path> runs = new TreeSet<>();
        try (Stream<Path> files = Files.list(envFolder)) {
            for (Path file : files.toList()) {
                RunFolder.runFileOf(file).ifPresent(runs::add);
            }
        }
        return List.copyOf(runs);
    }

    /** Refuses a path that cannot be a recorder's run file. */
    public RunPaths {
        if (!RUN.matcher(run.getFileName().toString()).matches()) {
            throw new IllegalArgumentException(run + " is not named like a run file; expected run_<i>.hdf5");
        }
        run = run.toAbsolutePath();
    }

    public Path staging() {
        String name = run.getFileName().toString();
        return run.resolveSibling(RunFolder.stagingOf(name));
    }

    /** The file before it has its name. */
    public Path creating() {
        return beside(RunFolder.CREATING_SUFFIX);
    }

    /** The copy a recovery works on; worth nothing without the recovery. */
    public Path recovering() {
        return beside(RunFolder.RECOVERING_SUFFIX);
    }

    /** The original while its repaired copy takes its place. */
    public Path beforeRecovery() {
        return beside(RunFolder.BEFORE_RECOVERY_SUFFIX);
    }

    /** The copy without dead space, before it takes the run file's name. */
    public Path compacting() {
        return beside(RunFolder.COMPACTING_SUFFIX);
    }

    /** The original of a recovery that could not bring everything back. */
    public Path damaged() {
        return beside(RunFolder.DAMAGED_SUFFIX);
    }

    private Path beside(String suffix) {
        return run.resolveSibling(run.getFileName() + suffix);
    }

    /** The folder above the env's. */
    public Path outputFolder() {
        return Optional.ofNullable(run.getParent().getParent()).orElse(run.getParent());
    }

    /** Whether the run was left without being closed, or a recovery without being finished. */
    public boolean needsRecovery() throws IOException {
        if (Files.exists(staging())
                || Files.exists(creating())
                || Files.exists(recovering())
                || Files.exists(beforeRecovery())) {
            return true;
        }
        if (!Files.exists(run)) {
            return false;
        }
        try {
            RunFileProbe probe = RunFileProbe.of(run);
            return probe.isMarked() || probe.truncated() || Superblock.isDamaged(run);
        } catch (IOException e) {
            return Files.isReadable(run);
        }
    }
}
