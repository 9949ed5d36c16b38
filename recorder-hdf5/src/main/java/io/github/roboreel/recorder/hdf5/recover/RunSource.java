package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.staging.FrameChunks;
import io.github.roboreel.recorder.hdf5.staging.StagingDescription;
import io.github.roboreel.recorder.hdf5.staging.StagingLayout;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** What a recorder that died has left of a run, from which a new run file is made. For one thread. */
interface RunSource extends AutoCloseable {
    /** What was to be recorded, and how it is stored. */
    StagingDescription description();

    default RunSpec run() {
        return description().run();
    }

    /** The stored fields. */
    default FieldSchema schema() {
        return description().schema();
    }

    /** Groups of columns and their chunks. */
    default StagingLayout layout() {
        return description().layout();
    }

    /** How the frames of images are cut into chunks. */
    default FrameChunks frameChunks() {
        return description().frameChunks();
    }

    /** A demo whose episode has begun; to be asked for in order. */
    Optional<DemoSource> demo(int number) throws IOException;

    /**
     * What is lost or in doubt of which no demo's report can say how much, a sentence each; once all demos were read.
     */
    List<String> findings() throws IOException;

    /** About what the chunks and rows of a new file take, bytes. */
    long storedBytes() throws IOException;

    /**
     * Opens the run file to be completed where it lies.
     *
     * @throws IOException when its index does not agree with what is staged; nothing was changed then
     */
    RunFile openToComplete() throws IOException;

    @Override
    void close() throws IOException;
}
