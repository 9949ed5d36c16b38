package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.PoseOrder;
import io.github.roboreel.format.Signals;
import io.github.roboreel.format.fault.IoFunction;
import io.github.roboreel.format.fault.IoSupplier;
import io.github.roboreel.recorder.hdf5.compact.RunCompaction;
import io.github.roboreel.recorder.hdf5.file.LiveWriters;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.hdf5.file.RunFileProbe;
import io.github.roboreel.recorder.hdf5.lib.H5Dataset;
import io.github.roboreel.recorder.hdf5.lib.H5File;
import io.github.roboreel.recorder.hdf5.lib.H5Group;
import io.github.roboreel.recorder.hdf5.lib.H5Object;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.hdf5.lib.RecentlyUsed;
import io.github.roboreel.recorder.hdf5.lib.RunFileSpace;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads a run file: ours, RoboLab's {@code run_<i>.hdf5} and its legacy {@code data.hdf5}. A file that is being
 * recorded may be opened too; each call then sees what the recorder has flushed. Poses come with quaternions w, x, y,
 * z, whatever the file's {@link PoseOrder}.
 *
 * <p>Takes no file lock, so it never hinders a recorder. For one thread at a time; several readers may be used at once,
 * but native calls queue behind one lock.
 */
public final class Hdf5RunReader implements RunReader {
    /** As many as a demo has; each keeps up to 1 MiB of chunks. */
    private static final int MAX_OPEN = 64;

    private final Path path;
    private final boolean live;
    private final H5File file;
    private final RecentlyUsed<H5Dataset> datasets;
    private final PoseOrder poseOrder;
    private Signals signals;
    private boolean closed;

    private Hdf5RunReader(Path path, boolean live, H5File file) {
        this.path = path;
        this.live = live;
        this.file = file;
        poseOrder = poseOrder(file);
        datasets = new RecentlyUsed<>(live ? 1 : MAX_OPEN, file.root()::dataset);
    }

    /**
     * Opens a run file.
     *
     * @throws IOException in one sentence, when the file is missing, is no HDF5 or no run file, is truncated, or was
     *     not closed by its recorder and no running recorder has it open; a
     *     {@link io.github.roboreel.recorder.NewerFormatException} when a newer RoboReel wrote it
     */
    public static Hdf5RunReader open(Path path) throws IOException {
        boolean live = isLive(path, RunFileProbe.of(path));
        Hdf5.load();
        return checked(new Hdf5RunReader(
                path, live, openFile(path, () -> live ? H5File.openApart(path) : H5File.open(path, false))));
    }

    /**
     * Opens a run file as its recorder left it: as {@link #open} one that is closed or being recorded, and one whose
     * recorder died as far as it was flushed. What is behind the end of a truncated one does not read.
     *
     * @throws IOException in one sentence, when that cannot be
     */
    public static Hdf5RunReader openAsLeft(Path path) throws IOException {
        RunFileProbe probe = RunFileProbe.of(path);
        boolean isLeft = probe.isMarked() ? !LiveWriters.exist(path) : probe.truncated();
        if (!isLeft) {
            return open(path);
        }
        Hdf5.load();
        return checked(new Hdf5RunReader(path, false, openFile(path, () -> H5File.openAsLeft(path, true))));
    }

    private static Hdf5RunReader checked(Hdf5RunReader reader) throws IOException {
        try {
            reader.requireData();
            RunFile.requireKnownVersion(reader.path, reader.file);
            return reader;
        } catch (IOException e) {
            reader.close();
            throw e;
        }
    }

    /** Where the root's attribute cannot be read there is none; reading the rest reports the damage. */
    private static PoseOrder poseOrder(H5File file) {
        try {
            return PoseOrder.of(file.root().attribute(PoseOrder.VERSION).orElse(""));
        } catch (IOException e) {
            return PoseOrder.WXYZ;
        }
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
                        + " is open in a writer that lets no one read along; wait until it"
                        + " has closed the file");
            }
            return true;
        }
        if (probe.truncated()) {
            throw DatasetPaths.truncated(path, probe);
        }
        return false;
    }

    /** The recorder may have closed the file between the first look and the search for it. */
    private static boolean stillMarked(Path path) throws IOException {
        return RunFileProbe.of(path).isMarked();
    }

    private static H5File openFile(Path path, IoSupplier<H5File> opening) throws IOException {
        try {
            return opening.get();
        } catch (IOException e) {
            throw DatasetPaths.unreadable(path, e, e.getMessage());
        }
    }

    private void requireData() throws IOException {
        boolean hasData;
        try {
            hasData = file.root().hasGroup(DemoPaths.DATA);
        } catch (IOException e) {
            throw DatasetPaths.unreadable(path, e, e.getMessage());
        }
        if (!hasData) {
            throw DatasetPaths.noRunFile(path);
        }
    }

    @Override
    public boolean isLive() {
        return live;
    }

    /**
     * Bytes of the file that hold nothing any more, and that {@link RunCompaction} gives back; of a file that is being
     * recorded an estimate.
     *
     * @throws IOException when the file cannot be read
     */
    @Override
    public OptionalLong deadSpace() throws IOException {
        return OptionalLong.of(
                group(DemoPaths.DATA, data -> RunFileSpace.of(file, () -> {}).deadBytes()));
    }

    public Path path() {
        return path;
    }

    /** What the run says of its fields; nothing where that cannot be read, which asking for all attributes reports. */
    Signals signals() {
        if (signals == null) {
            try {
                Optional<Object> text = group(DemoPaths.DATA, data -> data.attribute(AttributeNames.SIGNALS));
                signals = text.map(found -> Signals.of(Map.of(AttributeNames.SIGNALS, found)))
                        .orElse(Signals.NONE);
            } catch (IOException e) {
                return Signals.NONE;
            }
        }
        return signals;
    }

    /** How this file stores its poses. */
    PoseOrder poseOrder() {
        return poseOrder;
    }

    @Override
    public Map<String, Object> attributes() throws IOException {
        return group(DemoPaths.DATA, H5Object::attributes);
    }

    @Override
    public List<String> demoNames() throws IOException {
        return DatasetPaths.inOrder(group(DemoPaths.DATA, H5Group::groupNames));
    }

    /** Whether there is a demo of that name, be it damaged or not. */
    public boolean hasDemo(String name) throws IOException {
        return DatasetPaths.isDemo(name) && group(DemoPaths.DATA, DemoPaths.inData(name), data -> data.hasGroup(name));
    }

    @Override
    public EpisodeReader demo(String name) throws IOException {
        if (!hasDemo(name)) {
            throw DatasetPaths.missingDemo(path, name, demoNames());
        }
        return new StoredEpisode(this, name, DemoPaths.DATA + "/" + name);
    }

    /** Opens a group of this file for one use, as fresh as the recorder left it. */
    <T> T group(String groupPath, IoFunction<H5Group, T> use) throws IOException {
        return group(groupPath, groupPath, use);
    }

    private <T> T group(String groupPath, String place, IoFunction<H5Group, T> use) throws IOException {
        return at(place, () -> {
            try (H5Group group = file.root().group(groupPath)) {
                if (live) {
                    group.refresh();
                }
                return use.apply(group);
            }
        });
    }

    /** Likewise a dataset; one of a closed file stays open for the next use. */
    <T> T dataset(String datasetPath, IoFunction<H5Dataset, T> use) throws IOException {
        return at(datasetPath, () -> {
            H5Dataset dataset = datasets.get(datasetPath);
            if (!live) {
                return use.apply(dataset);
            }
            try (datasets) {
                dataset.refresh();
                return use.apply(dataset);
            }
        });
    }

    private <T> T at(String objectPath, IoSupplier<T> reading) throws IOException {
        if (closed) {
            throw new IOException(path + " is closed; open it again to read " + objectPath);
        }
        try {
            return reading.get();
        } catch (IOException e) {
            throw new IOException(path + ", " + objectPath + ": " + e.getMessage(), e);
        }
    }

    /** Closes the file; a second call does nothing. */
    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            try (file) {
                datasets.close();
            }
        }
    }
}
