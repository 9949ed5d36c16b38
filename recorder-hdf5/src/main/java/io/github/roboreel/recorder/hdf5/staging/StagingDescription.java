package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.files.NewerFormatException;
import io.github.roboreel.recorder.files.RunHeader;
import io.github.roboreel.recorder.hdf5.write.ChunkRows;
import io.github.roboreel.recorder.hdf5.write.FrameChunks;
import io.github.roboreel.recorder.hdf5.write.RunAttributes;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;

/** What the header of a staging file says. */
record StagingDescription(
        RunSpec run,
        FieldSchema schema,
        RunAttributes attributes,
        StagingLayout layout,
        FrameChunks frameChunks,
        long logBytes) {
    /**
     * Reads it.
     *
     * @param outputFolder the folder above the env's
     * @return empty when neither copy of the header is whole
     * @throws NewerFormatException when a newer RoboReel wrote it
     */
    static Optional<StagingDescription> read(FileChannel file, Path path, Path outputFolder) throws IOException {
        Optional<byte[]> json = StagingHeader.find(file);
        if (json.isEmpty()) {
            return Optional.empty();
        }
        Object version = RunHeader.note(json.get(), StagingHeader.VERSION);
        NewerFormatException.requireKnown(path, version, StagingLayout.VERSION);
        try {
            return of(json.get(), outputFolder);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<StagingDescription> of(byte[] json, Path outputFolder) {
        RunHeader header;
        try {
            header = RunHeader.parse(json, outputFolder);
        } catch (IOException e) {
            return Optional.empty();
        }
        if (header.number(StagingHeader.CHUNK_ROWS) != ChunkRows.MOST
                || header.number(StagingHeader.BANKS) != StagingLayout.BANKS
                || header.number(StagingHeader.LOG_BYTES) < 0
                || header.number(StagingHeader.LOG_BYTES) > Integer.MAX_VALUE) {
            return Optional.empty();
        }
        boolean lent = header.run().isContinuous();
        long areas = lent ? header.number(StagingHeader.AREAS) : header.run().numDemos();
        if (areas < 1 || areas > header.run().numDemos()) {
            return Optional.empty();
        }
        StagingLayout layout =
                StagingSize.layout(header.schema(), (int) areas, lent, json.length, StagingHeader.chunkRows(header));
        return Optional.of(new StagingDescription(
                header.run(),
                header.schema(),
                StagingHeader.attributes(header),
                layout,
                StagingHeader.frameChunks(header),
                header.number(StagingHeader.LOG_BYTES)));
    }
}
