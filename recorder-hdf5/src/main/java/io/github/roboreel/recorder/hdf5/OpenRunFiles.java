package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.format.fault.Undo;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StopRequest;
import io.github.roboreel.recorder.hdf5.deflate.Compression;
import io.github.roboreel.recorder.hdf5.file.ChunkFormat;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.staging.FrameChunks;
import io.github.roboreel.recorder.hdf5.staging.Ledger;
import io.github.roboreel.recorder.hdf5.staging.RunAttributes;
import io.github.roboreel.recorder.hdf5.staging.StagingFile;
import io.github.roboreel.recorder.hdf5.staging.StagingHeader;
import io.github.roboreel.recorder.hdf5.staging.StagingLayout;
import io.github.roboreel.recorder.hdf5.staging.StagingSize;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.SinkContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Run file and staging file of an open run: created together, and closed together.
 *
 * @param path of the run file
 * @param frames chunks of the stored images
 * @param emptyBytes size of the run file before anything was recorded
 */
record OpenRunFiles(Path path, StagingFile staging, Ledger ledger, RunFile file, FrameChunks frames, long emptyBytes) {
    private static final Logger LOG = LoggerFactory.getLogger(OpenRunFiles.class);

    /** Creates both; leaves none behind when it fails. */
    static OpenRunFiles create(SinkContext context) throws IOException {
        RunSpec run = context.run();
        FieldSchema schema = context.schema();
        RunFile.requireAbsent(run);
        RunAttributes attributes = RunAttributes.at(Instant.now(), run, context.metricSets());
        FrameChunks frames = FrameChunks.ofNewRun(schema, context.config());
        int level = Compression.of(context.config()).deflateLevel();
        byte[] header = StagingHeader.json(run, schema, attributes, frames, level);
        StagingLayout layout = StagingSize.layout(run, schema, header.length);
        Files.createDirectories(run.envFolder());
        StagingFile staging = StagingFile.create(RunFile.stagingPath(run), layout, header, attributes.runNumber());
        try {
            ChunkFormat format = new ChunkFormat(layout.chunkRows(), frames, level);
            RunFile file = createRunFile(run, schema, attributes, format, context.stopRequest());
            return new OpenRunFiles(
                    RunFile.path(run), staging, staging.ledger(), file, frames, Files.size(RunFile.path(run)));
        } catch (Throwable e) {
            Undo.after(e, staging::delete);
            throw e;
        }
    }

    private static RunFile createRunFile(
            RunSpec run, FieldSchema schema, RunAttributes attributes, ChunkFormat format, StopRequest stopRequest)
            throws IOException {
        try {
            return RunFile.create(run, schema, attributes, format, stopRequest);
        } catch (IOException e) {
            throw new IOException(RunFile.path(run) + " cannot be created: " + e.getMessage(), e);
        }
    }

    /** Takes both back after a failure, to which what fails meanwhile is added. */
    void deleteAfter(Throwable failure) {
        Undo.after(failure, file::close, () -> Files.delete(path), staging::delete);
    }

    /**
     * Closes the run file and compacts it where that is due; staging is not needed any more then.
     *
     * @param holdsNothing whether the run file is to be deleted
     * @param ownTexts episodes with an instruction or policy of their own, by demo
     */
    void closeRunFile(
            boolean holdsNothing,
            Map<Integer, EpisodeInfo> ownTexts,
            Durability durability,
            ClosingCompaction compaction)
            throws IOException {
        file.close();
        if (holdsNothing) {
            Files.delete(path);
        } else {
            if (!ownTexts.isEmpty()) {
                RunFile.putTexts(path, ownTexts);
            }
            durability.forceClosed();
            ledger.closed();
            durability.forceClosed();
            compaction.run();
        }
        durability.close();
    }

    /**
     * Releases both. What was flushed is in the run file; what was consumed after that is in staging only. A file whose
     * writing failed is left as it is, as by a killed process: closing it would write on, and note an end of file that
     * the disk does not hold.
     *
     * @param fileIsSound whether the run file can be closed
     */
    void keepStaging(boolean fileIsSound, Durability durability) {
        if (Files.exists(staging.path())) {
            LOG.warn("the run file failed; rows it does not hold are kept in {}", staging.path());
        }
        try (staging;
                durability) {
            if (fileIsSound) {
                file.close();
            }
        } catch (IOException e) {
            LOG.warn("{} could not be closed: {}", path, e.getMessage());
        }
    }
}
