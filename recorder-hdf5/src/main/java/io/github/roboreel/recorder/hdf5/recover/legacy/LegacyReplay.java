package io.github.roboreel.recorder.hdf5.recover.legacy;

import io.github.roboreel.recorder.StopRequest;
import io.github.roboreel.recorder.hdf5.deflate.Compression;
import io.github.roboreel.recorder.hdf5.recover.DemoRecovery;
import io.github.roboreel.recorder.hdf5.write.ChunkFormat;
import io.github.roboreel.recorder.hdf5.write.RunFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Completes the demos of one run file from staging, one after the other. For one thread. */
final class LegacyReplay implements AutoCloseable {
    private final RunFile file;
    private final LegacyRun staged;
    private final List<TrackReplay> tracks;
    private final List<String> findings;
    private long total;
    private boolean changed;
    private final boolean anew;
    private final List<Integer> unknown = new ArrayList<>();
    private boolean begun;

    private LegacyReplay(RunFile file, LegacyRun staged, boolean anew) {
        this.file = file;
        this.staged = staged;
        this.anew = anew;
        tracks = TrackReplay.ofAll(file, staged.layout());
        findings = new ArrayList<>(staged.findings());
    }

    /** Of a file that is there and not marked as open. */
    static LegacyReplay open(Path path, LegacyRun staged) throws IOException {
        return new LegacyReplay(RunFile.openToRepair(path, staged.schema()), staged, false);
    }

    /** Of a new file. */
    static LegacyReplay create(Path path, LegacyRun staged) throws IOException {
        int level = Compression.byDefault().deflateLevel();
        RunFile file = RunFile.build(
                path,
                staged.run(),
                staged.schema(),
                staged.attributes(),
                new ChunkFormat(staged.layout().chunkRows(), staged.frameChunks(), level),
                new StopRequest());
        return new LegacyReplay(file, staged, true);
    }

    RunFile file() {
        return file;
    }

    /** Whether the file has to have this demo. */
    boolean hasPlace(int env) throws IOException {
        return !staged.mayLack(env) || file.hasDemo(env);
    }

    DemoRecovery demo(int env) throws IOException {
        DemoReplay demo = new DemoReplay(file, staged, tracks, env);
        DemoRecovery done = demo.run();
        total += done.numSamples();
        changed |= demo.hasChanged();
        demo.finding().ifPresent(findings::add);
        noteBegin(env, demo.hasBegun());
        return done;
    }

    /** Places are taken in order. What a new file lacks of those before was in the old one only. */
    private void noteBegin(int env, boolean hasBegun) {
        begun |= hasBegun;
        if (!hasBegun && anew && staged.isWithoutArea(env)) {
            unknown.add(env);
        } else if (hasBegun) {
            unknown.forEach(demo -> findings.add(RunFile.demoName(demo)
                    + " began before " + RunFile.demoName(env)
                    + ", and nothing of it is in staging any more; it is lost with the run file"));
            unknown.clear();
        }
    }

    /** What is lost of which no demo's report can say how much, a sentence each. */
    List<String> findings() {
        return findings;
    }

    /** Whether the file was made ready for continuous episodes of which none began. */
    boolean isInVain() {
        return staged.run().isContinuous() && !begun && findings.isEmpty();
    }

    /** Whether any demo had to be changed. */
    boolean hasChanged() {
        return changed;
    }

    @Override
    public void close() throws IOException {
        try {
            tracks.forEach(TrackReplay::close);
            file.putTotal(total);
            file.flush();
        } finally {
            file.close();
        }
    }
}
