package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.hdf5.compact.RunCompaction;
import io.github.roboreel.recorder.hdf5.compact.RunFileSpace;
import io.github.roboreel.recorder.hdf5.lib.Hdf5Native;
import io.github.roboreel.recorder.hdf5.lib.Hdf5ReadNative;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a run file: ours, RoboLab's {@code run_<i>.hdf5} and its legacy {@code data.hdf5}. A file that is being
 * recorded may be opened too; each call then sees what the recorder has flushed.
 *
 * <p>Takes no file lock, so it never hinders a recorder. For one thread at a time; several readers may be used at once,
 * but native calls queue behind one lock.
 */
public final class Hdf5RunReader implements RunReader {
    private static final Pattern NUMBERED = Pattern.compile("demo_0*(\\d{1,18})");

    private final Path path;
    private final boolean live;
    private final long file;
    private boolean closed;

    private Hdf5RunReader(Path path, boolean live, long file) {
        this.path = path;
        this.live = live;
        this.file = file;
    }

    /**
     * Opens a run file.
     *
     * @throws IOException in one sentence, when the file is missing, is no HDF5 or no run file, is truncated, or was
     *     not closed by its recorder and no running recorder has it open; a
     *     {@link io.github.roboreel.recorder.files.NewerFormatException} when a newer RoboReel wrote it
     */
    public static Hdf5RunReader open(Path path) throws IOException {
        boolean live = isLive(path, RunFileProbe.of(path));
        Hdf5Native.load();
        Hdf5RunReader reader = new Hdf5RunReader(path, live, openFile(path, live));
        try {
            reader.requireData();
            RunFileVersion.requireKnown(path, reader.file);
            return reader;
        } catch (IOException e) {
            reader.close();
            throw e;
        }
    }

    /** Opens the file that this very process is recording. */
    public static Hdf5RunReader openOwn(Path path) throws IOException {
        Hdf5Native.load();
        return new Hdf5RunReader(path, true, Hdf5ReadNative.openFile(path, true));
    }

    private static boolean isLive(Path path, RunFileProbe probe) throws IOException {
        if (probe.isMarked()) {
            if (!LiveWriters.exist(path) && stillMarked(path)) {
                throw new IOException(path
                        + " was not closed by its recorder, and no running process writes"
                        + " it; recover it before reading it");
            }
            if (!probe.markedSwmr()) {
                throw new IOException(path
                        + " is open in a writer that lets nobody read along; wait until it"
                        + " has closed the file");
            }
            return true;
        }
        if (probe.truncated()) {
            throw new IOException(path
                    + " is truncated: "
                    + probe.endOfFile()
                    + " bytes expected, "
                    + probe.length()
                    + " there; copy it again, or recover it if its recorder died");
        }
        return false;
    }

    /** The recorder may have closed the file between the first look and the search for it. */
    private static boolean stillMarked(Path path) throws IOException {
        return RunFileProbe.of(path).isMarked();
    }

    private static long openFile(Path path, boolean live) throws IOException {
        try {
            return live ? Hdf5ReadNative.openApart(path) : Hdf5ReadNative.openFile(path, false);
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    private static IOException unreadable(Path path, IOException cause) {
        return new IOException(
                path + " cannot be read: it is damaged or was not closed by its recorder (" + cause.getMessage() + ")",
                cause);
    }

    private void requireData() throws IOException {
        boolean hasData;
        try {
            hasData = Hdf5ReadNative.isGroup(file, DemoPaths.DATA);
        } catch (IOException e) {
            throw unreadable(path, e);
        }
        if (!hasData) {
            throw new IOException(
                    path + " is an HDF5 file but no run file: it has no group 'data' with demos" + " in it");
        }
    }

    /** Whether a recorder still had the file open when this reader opened it. */
    public boolean isLive() {
        return live;
    }

    /**
     * Bytes of the file that hold nothing any more, and that {@link RunCompaction} gives back; of a file that is being
     * recorded an estimate.
     *
     * @throws IOException when the file cannot be read
     */
    public long deadBytes() throws IOException {
        return with(DemoPaths.DATA, data -> RunFileSpace.of(file, () -> {}).deadBytes());
    }

    public Path path() {
        return path;
    }

    @Override
    public Map<String, Object> attributes() throws IOException {
        return with(DemoPaths.DATA, Hdf5ReadNative::attributes);
    }

    @Override
    public List<String> demoNames() throws IOException {
        List<String> names = with(DemoPaths.DATA, Hdf5ReadNative::groupNames);
        return names.stream()
                .sorted(Comparator.comparingLong(Hdf5RunReader::number).thenComparing(Comparator.naturalOrder()))
                .toList();
    }

    /** Unnumbered names come last. */
    private static long number(String name) {
        Matcher numbered = NUMBERED.matcher(name);
        return numbered.matches() ? Long.parseLong(numbered.group(1)) : Long.MAX_VALUE;
    }

    @Override
    public EpisodeReader demo(String name) throws IOException {
        boolean plain = !name.isEmpty() && !name.equals(".") && name.indexOf('/') < 0;
        if (!plain || !with(DemoPaths.DATA, data -> Hdf5ReadNative.isGroup(data, name))) {
            throw new IOException(path + " has no demo '" + name + "'; it has " + listed(demoNames()));
        }
        return new StoredEpisode(this, name, DemoPaths.DATA + "/" + name);
    }

    private static String listed(List<String> names) {
        if (names.isEmpty()) {
            return "none";
        }
        String last = names.get(names.size() - 1);
        return names.size() == 1 ? last : names.get(0) + " to " + last;
    }

    @FunctionalInterface
    public interface Use<T> {
        T of(long object) throws IOException;
    }

    /** Opens the object at a path of this file for one use, as fresh as the recorder left it. */
    <T> T with(String objectPath, Use<T> use) throws IOException {
        if (closed) {
            throw new IOException(path + " is closed; open it again to read " + objectPath);
        }
        try {
            long object = Hdf5Native.openObject(file, objectPath);
            try {
                if (live) {
                    Hdf5ReadNative.refresh(object);
                }
                return use.of(object);
            } finally {
                Hdf5Native.closeObject(object);
            }
        } catch (IOException e) {
            throw new IOException(path + ", " + objectPath + ": " + e.getMessage(), e);
        }
    }

    /** Closes the file; a second call does nothing. */
    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            Hdf5Native.closeFile(file);
        }
    }
}
