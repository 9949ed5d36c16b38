package io.github.roboreel.recorder.jhdf;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.PoseOrder;
import io.github.roboreel.format.Signals;
import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.format.fault.IoFunction;
import io.github.roboreel.format.fault.IoSupplier;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Undo;
import io.github.roboreel.recorder.NewerFormatException;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.hdf5.deflate.ChunkDecoder;
import io.github.roboreel.recorder.hdf5.file.RunFileProbe;
import io.github.roboreel.recorder.hdf5.read.DatasetPaths;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.recorder.spi.RunReaders;
import io.jhdf.HdfFile;
import io.jhdf.api.Group;
import io.jhdf.api.Node;
import io.jhdf.dataset.DatasetBase;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Reads a closed run file in plain Java, from any channel, also where the native HDF5 library cannot be had: on the
 * machines of a cluster for example. Gives what {@code Hdf5RunReader} gives. A file that is being recorded, or whose
 * recorder died, is refused by name, since only the native library can read along. What plain Java does not read,
 * values that passed szip for example or that another file holds, is left to the native library where there is one, and
 * refused with {@link Kind#UNSUPPORTED} or {@link Kind#LEADS_OUTSIDE} otherwise. So is what seems to be damaged: the
 * native library has the last word.
 *
 * <p>A local file of up to 2 GiB is mapped; one that lies elsewhere is read at once up to 64 MiB, and a larger one in
 * blocks of 1 MiB of which 32 are kept. What a hostile file says is checked before rows are read; a length that it lies
 * about elsewhere can take memory for the time of a call, which then throws. For one thread at a time.
 */
public final class JhdfRunReader implements RunReader {
    private static final long READ_AT_ONCE_BYTES = 64L << 20;
    private static final long MAX_MAPPED_BYTES = Integer.MAX_VALUE;
    private static final int SMALL_BLOCK_BYTES = 1 << 16;
    private static final URI NO_FILE = URI.create("file:///run");

    private final String name;
    private final long bytes;
    private final HdfFile file;
    private final SeekableByteChannel channel;
    private final Group data;
    private final PoseOrder poseOrder;
    private final ChunkDecoder decoder = new ChunkDecoder();
    private ChunkCache cache = new ChunkCache();
    private Optional<RunReaders> libraries = Optional.empty();
    private RunReader library;
    private String stamp;
    private Signals signals;
    private boolean closed;

    private JhdfRunReader(String name, long bytes, HdfFile file, SeekableByteChannel channel, Group data)
            throws IOException {
        this.name = name;
        this.bytes = bytes;
        this.file = file;
        this.channel = channel;
        this.data = data;
        poseOrder = PoseOrder.of(attributes(file));
    }

    /**
     * Opens a run file.
     *
     * @throws IOException in one sentence, when the file is missing, is no HDF5 or no run file, is truncated or
     *     damaged, or was not closed by its recorder; a {@link NewerFormatException} when a newer RoboReel wrote it
     */
    public static JhdfRunReader open(Path path) throws IOException {
        RunFileProbe.requireReadable(path);
        return open(path.toString(), FileChannel.open(path), MAX_MAPPED_BYTES);
    }

    /**
     * Opens a run file of which the native library reads what plain Java does not.
     *
     * @param library opens the same file by the native library when it is needed first; closed with the reader
     * @throws IOException as {@link #open(Path)}
     */
    public static JhdfRunReader open(Path path, RunReaders library) throws IOException {
        return open(path).with(library);
    }

    /**
     * As {@link #open(Path, RunReaders)}.
     *
     * @param cache of the values read last, which other readers of the same thread may share
     */
    public static JhdfRunReader open(Path path, RunReaders library, ChunkCache cache) throws IOException {
        JhdfRunReader reader = open(path, library);
        reader.cache = cache;
        return reader;
    }

    private JhdfRunReader with(RunReaders library) throws IOException {
        libraries = Optional.of(library);
        try {
            stamp = stamp(Path.of(name));
            return this;
        } catch (IOException e) {
            Undo.after(e, this::close);
            throw e;
        }
    }

    /**
     * Opens a run file that lies elsewhere.
     *
     * @param name of it, for messages
     * @param channel is closed with the reader, and where it cannot be opened
     * @throws IOException as {@link #open(Path)}
     */
    public static JhdfRunReader open(String name, SeekableByteChannel channel) throws IOException {
        return open(name, channel, READ_AT_ONCE_BYTES);
    }

    /**
     * Opens a run file of which little is read, as {@link #openInBlocks(String, SeekableByteChannel)} does.
     *
     * @throws IOException as {@link #open(Path)}
     */
    public static JhdfRunReader openInBlocks(Path path) throws IOException {
        RunFileProbe.requireReadable(path);
        return openInBlocks(path.toString(), Files.newByteChannel(path));
    }

    /** As {@link #open(Path, RunReaders)} and {@link #openInBlocks(Path)}, for processes that may not map much. */
    public static JhdfRunReader openInBlocks(Path path, RunReaders library) throws IOException {
        return openInBlocks(path).with(library);
    }

    /**
     * Opens a run file of which little is read, its attributes for example: in blocks of 64 KiB, however large it is.
     * The attributes of a file of a few demos are in one or two of them.
     *
     * @param name of it, for messages
     * @param channel is closed with the reader, and where it cannot be opened
     * @throws IOException as {@link #open(Path)}
     */
    public static JhdfRunReader openInBlocks(String name, SeekableByteChannel channel) throws IOException {
        try {
            return open(name, new BlockChannel(channel, 0, SMALL_BLOCK_BYTES), 0);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** As above, for files that are mapped, or read at once, up to so many bytes. */
    static JhdfRunReader open(String name, SeekableByteChannel channel, long atOnceBytes) throws IOException {
        try {
            RunFileProbe probe = RunFileProbe.of(name, channel);
            requireClosed(name, probe);
            return opened(name, channel, probe, atOnceBytes).requireKnownVersion();
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static void requireClosed(String name, RunFileProbe probe) throws IOException {
        if (probe.isMarked()) {
            throw new IOException(name + " was not closed by its recorder, or is being recorded now; wait until it is"
                    + " closed, or recover it before reading it");
        }
        if (probe.truncated()) {
            throw DatasetPaths.truncated(name, probe);
        }
    }

    private static JhdfRunReader opened(String name, SeekableByteChannel channel, RunFileProbe probe, long atOnceBytes)
            throws IOException {
        try {
            HdfFile file = Damage.named(() -> file(channel, probe, atOnceBytes));
            Node data = Damage.named(() -> GroupMembers.follow(file, DemoPaths.DATA));
            if (!(data instanceof Group group)) {
                throw DatasetPaths.noRunFile(name);
            }
            return new JhdfRunReader(name, probe.length(), file, channel, group);
        } catch (IOException e) {
            throw e.getCause() == null ? e : DatasetPaths.unreadable(name, e, e.getMessage());
        }
    }

    /** A file to which a user block was added says that it has none. */
    private static HdfFile file(SeekableByteChannel channel, RunFileProbe probe, long atOnceBytes) throws IOException {
        long start = probe.baseAddress() == probe.start() ? 0 : probe.start();
        long length = probe.length() - start;
        if (length <= atOnceBytes) {
            return HdfFile.fromByteBuffer(
                    channel instanceof FileChannel local
                            ? local.map(FileChannel.MapMode.READ_ONLY, start, length)
                            : ByteBuffer.wrap(BlockChannel.read(channel, start, Math.toIntExact(length))));
        }
        boolean isInBlocks = channel instanceof BlockChannel && start == 0;
        return new HdfFile(isInBlocks ? channel : new BlockChannel(channel, start), NO_FILE);
    }

    private JhdfRunReader requireKnownVersion() throws IOException {
        Object version;
        try {
            version = attributes().get(AttributeNames.FORMAT_VERSION);
        } catch (IOException e) {
            // Reading the rest reports the damage.
            return this;
        }
        try {
            NewerFormatException.requireKnown(Path.of(name), version, RunSpec.FORMAT_VERSION);
            return this;
        } catch (NewerFormatException e) {
            close();
            throw e;
        }
    }

    /** Name of the file, for messages. */
    String name() {
        return name;
    }

    /** What the run says of its fields; nothing where its attributes cannot be read, which asking for them reports. */
    Signals signals() {
        if (signals == null) {
            try {
                signals = Signals.of(attributes());
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

    StoredArray array(DatasetBase dataset) {
        return new StoredArray(file.getHdfBackingStorage(), dataset, bytes, decoder, cache);
    }

    /** As of {@code Hdf5RunReader}; in plain Java empty when the file holds structures that RoboReel does not write. */
    @Override
    public OptionalLong deadSpace() throws IOException {
        OptionalLong used = orByLibrary(
                () -> at(
                        DemoPaths.DATA,
                        () -> Damage.named(() ->
                                new UsedSpace(file, dataset -> array(dataset).info()).bytes())),
                run -> OptionalLong.empty());
        if (used.isPresent()) {
            return OptionalLong.of(Math.max(0, bytes - used.getAsLong()));
        }
        return isLeftToLibrary() ? library().deadSpace() : used;
    }

    /** What plain Java reads, or the native library where plain Java fails. */
    <T> T orByLibrary(IoSupplier<T> here, IoFunction<RunReader, T> byLibrary) throws IOException {
        try {
            return here.get();
        } catch (IOException e) {
            if (isLeftToLibrary()) {
                return byLibrary.apply(library());
            }
            throw e;
        }
    }

    /** Whether the native library is asked for what could not be read here. */
    boolean isLeftToLibrary() {
        return libraries.isPresent() && !closed;
    }

    /**
     * The same file, open by the native library.
     *
     * @throws IOException when it cannot be opened, or another file has its name by now
     */
    RunReader library() throws IOException {
        if (library == null) {
            Path path = Path.of(name);
            RunReader opened = libraries.orElseThrow().open(path);
            if (!stamp.equals(stamp(path))) {
                opened.close();
                throw new IOException(name + " was changed while it was read; open it again");
            }
            library = opened;
        }
        return library;
    }

    private static String stamp(Path path) throws IOException {
        BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
        return now.fileKey() + " " + now.size() + " " + now.lastModifiedTime().toMillis();
    }

    @Override
    public Map<String, Object> attributes() throws IOException {
        return orByLibrary(() -> at(DemoPaths.DATA, () -> attributes(data)), RunReader::attributes);
    }

    @Override
    public List<String> demoNames() throws IOException {
        return orByLibrary(this::demoNamesHere, RunReader::demoNames);
    }

    private List<String> demoNamesHere() throws IOException {
        return at(
                DemoPaths.DATA,
                () -> Damage.named(() -> {
                    List<String> names = new ArrayList<>();
                    for (String child : GroupMembers.of(data).keySet()) {
                        if (isDemo(child)) {
                            names.add(child);
                        }
                    }
                    return DatasetPaths.inOrder(names);
                }));
    }

    /** Asking for one that is not read reports why. */
    private boolean isDemo(String name) throws IOException {
        try {
            return GroupMembers.follow(data, name) instanceof Group;
        } catch (FileFaultException e) {
            return true;
        }
    }

    @Override
    public EpisodeReader demo(String demo) throws IOException {
        Optional<EpisodeReader> found = orByLibrary(() -> demoHere(demo), run -> Optional.of(run.demo(demo)));
        if (found.isEmpty()) {
            throw DatasetPaths.missingDemo(name, demo, demoNames());
        }
        return found.get();
    }

    private Optional<EpisodeReader> demoHere(String demo) throws IOException {
        if (!DatasetPaths.isDemo(demo)) {
            return Optional.empty();
        }
        Node found = at(DemoPaths.inData(demo), () -> Damage.named(() -> GroupMembers.follow(data, demo)));
        return found instanceof Group group ? Optional.of(new JhdfEpisode(this, demo, group)) : Optional.empty();
    }

    /** Attributes of an object of this file. */
    Map<String, Object> attributes(Node object) throws IOException {
        return AttributeValues.of(file.getHdfBackingStorage(), object);
    }

    /** Names file and place in whatever goes wrong. */
    <T> T at(String place, IoSupplier<T> call) throws IOException {
        if (closed) {
            throw new IOException(name + " is closed; open it again to read " + place);
        }
        try {
            return call.get();
        } catch (IOException e) {
            throw new IOException(name + ", " + place + ": " + e.getMessage(), e);
        }
    }

    /** Closes the file and its channel; a second call does nothing. */
    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            try (channel;
                    decoder) {
                if (library != null) {
                    library.close();
                }
                file.close();
            }
        }
    }
}
