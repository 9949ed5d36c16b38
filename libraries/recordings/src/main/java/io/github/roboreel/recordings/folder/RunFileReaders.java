package io.github.roboreel.recordings.folder;

import io.github.roboreel.recorder.NewerFormatException;
import io.github.roboreel.recorder.hdf5.file.RunFileProbe;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.hdf5.read.IsolatedReader;
import io.github.roboreel.recorder.jhdf.ChunkCache;
import io.github.roboreel.recorder.jhdf.JhdfRunReader;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.recorder.spi.RunReaders;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Run files, opened by the reader that suits them: a closed one in plain Java, which no damage brings down; what plain
 * Java does not read, or takes for damaged, and files that are being recorded, by the native library in a process of
 * its own.
 */
public final class RunFileReaders {
    private RunFileReaders() {}

    /**
     * Opens a run file.
     *
     * @return for one thread at a time
     * @throws IOException in one sentence that names the file, when it is missing, is no run file, is damaged, or was
     *     not closed by its recorder, which no longer runs; a {@link NewerFormatException} when a newer RoboReel wrote
     *     it
     */
    public static RunReader open(Path file) throws IOException {
        return open(file, new ChunkCache());
    }

    /**
     * As {@link #open(Path)}.
     *
     * @param cache of the values read last, which other readers of the same thread may share
     */
    public static RunReader open(Path file, ChunkCache cache) throws IOException {
        return open(file, f -> JhdfRunReader.open(f, IsolatedReader::openRun, cache), IsolatedReader::openRun);
    }

    /**
     * As {@link #open(Path)}, for a process that has many files open, little memory, and that may die of damage: the
     * native library is used in it.
     */
    public static RunReader openInWorker(Path file) throws IOException {
        return open(file, f -> JhdfRunReader.openInBlocks(f, Hdf5RunReader::open), Hdf5RunReader::open);
    }

    private static RunReader open(Path file, RunReaders plain, RunReaders library) throws IOException {
        if (RunFileProbe.of(file).isMarked()) {
            return library.open(file);
        }
        try {
            return plain.open(file);
        } catch (NewerFormatException e) {
            throw e;
        } catch (IOException e) {
            // The native library has the last word about damage.
            return library.open(file);
        }
    }
}
