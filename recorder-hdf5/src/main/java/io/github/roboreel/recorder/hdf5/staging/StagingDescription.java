package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.recorder.NewerFormatException;
import io.github.roboreel.recorder.RunDescription;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.hdf5.deflate.Compression;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What the header of a staging file says.
 *
 * @param version of the staging file
 * @param deflateLevel that the datasets' deflate filter names
 * @param logBytes size of the log of frames that versions before 4 have
 */
public record StagingDescription(
        long version,
        RunSpec run,
        FieldSchema schema,
        RunAttributes attributes,
        StagingLayout layout,
        FrameChunks frameChunks,
        int deflateLevel,
        long logBytes) {
    /** Of versions before 4: a header, and two slots of a head and an episode's metadata. */
    private static final int OLD_AREA_HEAD_BYTES = 64 + 2 * (64 + 4096);

    private static final Pattern RUN_ID = Pattern.compile("[0-9a-f]{32}");

    /** Carried by every record and every row. */
    long runId() {
        return attributes.runNumber();
    }

    /**
     * Reads it.
     *
     * @param outputFolder the folder above the env's
     * @return empty when neither copy of the header is whole
     * @throws NewerFormatException when a newer RoboReel wrote it
     */
    public static Optional<StagingDescription> read(FileChannel file, Path path, Path outputFolder) throws IOException {
        Optional<byte[]> json = StagingHeader.find(file);
        if (json.isEmpty()) {
            return Optional.empty();
        }
        Object version = RunDescription.note(json.get(), StagingHeader.VERSION);
        NewerFormatException.requireKnown(path, version, StagingLayout.VERSION);
        try {
            return of(RunDescription.parse(json.get(), outputFolder), json.get().length);
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<StagingDescription> of(RunDescription header, int jsonBytes) {
        long version = header.number(StagingHeader.VERSION);
        boolean lent = header.run().isContinuous();
        long areas = lent ? header.number(StagingHeader.AREAS) : header.run().numDemos();
        long logBytes = version < StagingLayout.VERSION ? header.number(StagingHeader.LOG_BYTES) : 0;
        if (header.number(StagingHeader.CHUNK_ROWS) != ChunkRows.MAX_ROWS
                || header.number(StagingHeader.BANKS) != StagingLayout.BANKS
                || version >= StagingLayout.VERSION
                        && !RUN_ID.matcher(header.text(AttributeNames.RUN_ID)).matches()
                || logBytes < 0
                || logBytes > Integer.MAX_VALUE
                || areas < 1
                || areas > header.run().numDemos()) {
            return Optional.empty();
        }
        StagingLayout layout = StagingSize.layout(
                header.schema(),
                (int) areas,
                lent,
                jsonBytes,
                StagingHeader.chunkRows(header),
                version < StagingLayout.VERSION ? OLD_AREA_HEAD_BYTES : 0);
        return Optional.of(new StagingDescription(
                version,
                header.run(),
                header.schema(),
                StagingHeader.attributes(header),
                layout,
                StagingHeader.frameChunks(header),
                version < StagingLayout.VERSION
                        ? Compression.byDefault().deflateLevel()
                        : StagingHeader.deflateLevel(header),
                logBytes));
    }
}
