package io.github.roboreel.recorder.hdf5.recover.legacy;

import io.github.roboreel.recorder.hdf5.lib.Superblock;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.recover.DemoRecovery;
import io.github.roboreel.recorder.hdf5.write.RunFile;
import io.github.roboreel.recorder.hdf5.write.RunPaths;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Copies what reads of a damaged run file into a new one, demo by demo, and adds what staging holds. The damaged file
 * is not touched. A demo keeps the steps before the first that does not read.
 */
final class RunSalvage {
    private final RunPaths paths;
    private final Optional<LegacyRun> staging;
    private final boolean reading;
    private final List<DemoRecovery> demos = new ArrayList<>();
    private final List<String> findings = new ArrayList<>();

    /** @param reading whether the run file may be read; otherwise only staging is */
    RunSalvage(RunPaths paths, Optional<LegacyRun> staging, boolean reading) {
        this.reading = reading;
        this.paths = paths;
        this.staging = staging;
    }

    List<DemoRecovery> demos() {
        return demos;
    }

    /** What does not read, a sentence each. */
    List<String> findings() {
        return findings;
    }

    /** Whether there is a salvaged file now; one that is there already is kept. */
    boolean run() throws IOException {
        if (Files.exists(paths.salvaged())) {
            findings.add("what reads of it was copied before into " + paths.salvaged());
            return true;
        }
        Path source = paths.recovering();
        Files.deleteIfExists(source);
        try {
            Optional<Hdf5RunReader> reader = open(source);
            try {
                return salvage(reader);
            } finally {
                if (reader.isPresent()) {
                    reader.get().close();
                }
            }
        } finally {
            Files.deleteIfExists(source);
        }
    }

    private Optional<Hdf5RunReader> open(Path copy) throws IOException {
        if (!reading || !Files.exists(paths.run())) {
            return Optional.empty();
        }
        Files.copy(paths.run(), copy);
        try {
            Superblock.repair(copy);
            return Optional.of(Hdf5RunReader.open(copy));
        } catch (IOException e) {
            findings.add(e.getMessage());
            return Optional.empty();
        }
    }

    private boolean salvage(Optional<Hdf5RunReader> reader) throws IOException {
        Optional<LegacyRun> known = staging;
        if (known.isEmpty() && reader.isPresent()) {
            known = describe(reader.get());
        }
        if (known.isEmpty()) {
            return false;
        }
        Path work = paths.salvaging();
        Files.deleteIfExists(work);
        write(work, known.get(), reader);
        Files.move(work, paths.salvaged(), StandardCopyOption.ATOMIC_MOVE);
        return true;
    }

    private Optional<LegacyRun> describe(Hdf5RunReader reader) {
        try {
            return Optional.of(StoredRun.describe(reader.path(), paths));
        } catch (IOException e) {
            findings.add(e.getMessage());
            return Optional.empty();
        }
    }

    private void write(Path work, LegacyRun staged, Optional<Hdf5RunReader> reader) throws IOException {
        try (LegacyReplay replay = LegacyReplay.create(work, staged)) {
            for (int env = 0; env < staged.numDemos(); env++) {
                long promised = reader.isPresent() ? copy(reader.get(), replay, staged, env) : 0;
                demos.add(withLoss(replay.demo(env), promised));
            }
            findings.addAll(replay.findings());
        }
    }

    /** Returns how many steps the damaged file promises. */
    private long copy(Hdf5RunReader reader, LegacyReplay target, LegacyRun staged, int env) throws IOException {
        EpisodeReader demo;
        try {
            if (staged.mayLack(env) && !reader.hasDemo(RunFile.demoName(env))) {
                return 0;
            }
            demo = reader.demo(RunFile.demoName(env));
            demo.attributes();
        } catch (IOException e) {
            findings.add(e.getMessage());
            return 0;
        }
        try (DemoCopy copy = new DemoCopy(demo, target.file(), staged, env, findings)) {
            copy.copy();
            return copy.promised();
        }
    }

    private static DemoRecovery withLoss(DemoRecovery demo, long promised) {
        return new DemoRecovery(
                demo.demo(),
                demo.status(),
                demo.numSamples(),
                demo.rowsReplayed(),
                Math.max(demo.rowsLost(), promised - demo.numSamples()),
                demo.rowsTorn(),
                demo.initialStateLost(),
                demo.events(),
                demo.eventsLost());
    }
}
