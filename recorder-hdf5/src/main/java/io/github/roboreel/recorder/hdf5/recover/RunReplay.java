package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.recorder.StopRequest;
import io.github.roboreel.recorder.hdf5.deflate.Compression;
import io.github.roboreel.recorder.hdf5.staging.StagedRun;
import io.github.roboreel.recorder.hdf5.write.ChunkFormat;
import io.github.roboreel.recorder.hdf5.write.RunFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Completes the demos of one run file from staging, one after the other. For one thread. */
final class RunReplay implements AutoCloseable {
    private final RunFile file;
    private final StagedRun staged;
    private final List<TrackReplay> tracks;
    private long total;
    private boolean changed;

    private RunReplay(RunFile file, StagedRun staged) {
        this.file = file;
        this.staged = staged;
        tracks = TrackReplay.ofAll(file, staged.layout());
    }

    /** Of a file that is there and not marked as open. */
    static RunReplay open(Path path, StagedRun staged) throws IOException {
        return new RunReplay(RunFile.openToRepair(path, staged.schema()), staged);
    }

    /** Of a new file. */
    static RunReplay create(Path path, StagedRun staged) throws IOException {
        int level = Compression.byDefault().deflateLevel();
        RunFile file = RunFile.build(
                path,
                staged.run(),
                staged.schema(),
                staged.attributes(),
                new ChunkFormat(staged.layout().chunkRows(), staged.frameChunks(), level),
                new StopRequest());
        return new RunReplay(file, staged);
    }

    RunFile file() {
        return file;
    }

    DemoRecovery demo(int env) throws IOException {
        DemoReplay demo = new DemoReplay(file, staged, tracks, env);
        DemoRecovery done = demo.run();
        total += done.numSamples();
        changed |= demo.hasChanged();
        return done;
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
