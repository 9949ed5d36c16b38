package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import io.github.roboreel.recorder.hdf5.staging.DemoEnd;
import io.github.roboreel.recorder.hdf5.staging.RunAttributes;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads every value of a run file that was closed, which deflate's checksum proves, and compares it with what is staged
 * of the run.
 */
final class ClosedRun {
    private static final long BATCH_BYTES = 16L << 20;

    private ClosedRun() {}

    /** A sentence with the first fault; empty when all of it reads. */
    static Optional<String> faultOf(Path file) {
        return faultOf(file, Optional.empty());
    }

    /** As above; also when the file lacks something that the source holds. */
    static Optional<String> faultOf(Path file, Optional<RunSource> source) {
        try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
            for (String name : reader.demoNames()) {
                readAll(reader.demo(name));
            }
            if (source.isPresent()) {
                requireAll(reader, source.get());
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e.getMessage());
        }
    }

    /** Whether a file reads as a whole and has at least the steps of each of these demos. */
    static boolean holds(Path file, List<DemoRecovery> demos) {
        try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
            for (DemoRecovery demo : demos) {
                if (demo.numSamples() > 0 && reader.demo(demo.demo()).numSamples() < demo.numSamples()) {
                    return false;
                }
            }
        } catch (IOException e) {
            return false;
        }
        return faultOf(file).isEmpty();
    }

    private static void readAll(EpisodeReader demo) throws IOException {
        for (String path : demo.paths()) {
            DatasetInfo info = demo.info(path);
            long rowBytes = Math.max(1, info.rowElements() * info.dtype().bytes());
            long chunkRows = info.chunkShape().isEmpty() ? 1 : info.chunkShape().get(0);
            long batch = Math.max(1, BATCH_BYTES / rowBytes / chunkRows) * chunkRows;
            for (long from = 0; from < info.rows(); from += batch) {
                demo.readBytes(path, from, Math.min(info.rows(), from + batch));
            }
        }
    }

    private static void requireAll(Hdf5RunReader reader, RunSource source) throws IOException {
        for (int number = 0; number < source.run().numDemos(); number++) {
            Optional<DemoSource> demo = source.demo(number);
            if (demo.isPresent()) {
                requireSame(reader.demo(RunFile.demoName(number)), demo.get(), source);
            }
        }
    }

    private static void requireSame(EpisodeReader stored, DemoSource demo, RunSource source) throws IOException {
        DemoEnd end = demo.end();
        long steps = end.discarded() ? 0 : end.numSamples();
        boolean same = end.hasEnded()
                && stored.numSamples() == steps
                && end.status().label().equals(stored.attributes().get(AttributeNames.STATUS));
        if (!same) {
            throw new IOException(stored.name() + " does not end in the run file as in its staging file");
        }
        if (demo.ownInfo().isPresent()) {
            requireSame(
                    stored, RunAttributes.ofDemo(source.run(), demo.ownInfo().get()));
        }
        if (!end.discarded()) {
            requireSame(stored, source.layout().initialRow(), demo.initialRow());
            requireSame(stored, source.layout().finalRow(), demo.finalRow());
        }
    }

    /** A recorder puts an episode's own texts there when it has closed the file, and may die before. */
    private static void requireSame(EpisodeReader stored, Map<String, Object> expected) throws IOException {
        for (String name : List.of(AttributeNames.SEED, AttributeNames.INSTRUCTION, AttributeNames.POLICY)) {
            if (!expected.get(name).equals(stored.attributes().get(name))) {
                throw new IOException(stored.name() + " has not got its own " + name + " in the run file");
            }
        }
    }

    private static void requireSame(EpisodeReader stored, ColumnGroup row, Optional<ByteBuffer> expected)
            throws IOException {
        for (ColumnGroup.Column column : row.columns()) {
            if (expected.isPresent()) {
                String path = column.field().spec().path();
                ByteBuffer there = ByteBuffer.wrap(stored.readBytes(path, 0, 1));
                if (!there.equals(expected.get().duplicate().slice(column.offset(), column.rowBytes()))) {
                    throw new IOException(stored.name() + "/" + path + " is not what was staged");
                }
            }
        }
    }
}
