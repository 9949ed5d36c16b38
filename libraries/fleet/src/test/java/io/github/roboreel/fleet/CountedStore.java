package io.github.roboreel.fleet;

import io.github.roboreel.fleet.storage.Entry;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storage;
import io.github.roboreel.fleet.storage.StorageProvider;
import io.github.roboreel.fleet.storage.Storages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Store {@code counted://any/PATH} of a path of this machine, which counts reads of run files as a store's requests.
 */
public final class CountedStore implements StorageProvider {
    private static final AtomicLong READS = new AtomicLong();
    private static final AtomicLong BYTES = new AtomicLong();

    /** A path in the store. */
    public static String of(Path path) {
        return "counted://any" + path.toAbsolutePath();
    }

    /** Requests since they were asked for last. */
    public static long takeReads() {
        return READS.getAndSet(0);
    }

    /** Bytes since they were asked for last. */
    public static long takeBytes() {
        return BYTES.getAndSet(0);
    }

    @Override
    public boolean serves(String scheme) {
        return scheme.equals("counted");
    }

    @Override
    public Storage open(Location place, Map<String, String> settings) throws IOException {
        return new Counted(new Storages(settings).of(new Location("/")));
    }

    private record Counted(Storage local) implements Storage {
        private static Location path(Location place) {
            return new Location(place.text().substring("counted://any".length()));
        }

        private static Entry own(Entry entry) {
            return new Entry(
                    new Location("counted://any" + entry.location().text()),
                    entry.isFolder(),
                    entry.bytes(),
                    entry.version());
        }

        @Override
        public List<Entry> list(Location folder) throws IOException {
            return local.list(path(folder)).stream().map(Counted::own).toList();
        }

        @Override
        public Optional<Entry> find(Location place) throws IOException {
            return local.find(path(place)).map(Counted::own);
        }

        @Override
        public SeekableByteChannel open(Location file) throws IOException {
            SeekableByteChannel channel = local.open(path(file));
            return file.name().endsWith(".hdf5") ? new CountedChannel(channel) : channel;
        }

        @Override
        public void put(Path file, Location place) throws IOException {
            local.put(file, path(place));
        }

        @Override
        public boolean putNew(Path file, Location place) throws IOException {
            return local.putNew(file, path(place));
        }

        @Override
        public void delete(Location place) throws IOException {
            local.delete(path(place));
        }

        @Override
        public boolean renamesFolders() {
            return false;
        }

        @Override
        public void rename(Location folder, Location name) {
            throw new UnsupportedOperationException();
        }
    }

    private record CountedChannel(SeekableByteChannel channel) implements SeekableByteChannel {
        @Override
        public int read(ByteBuffer out) throws IOException {
            READS.incrementAndGet();
            int read = channel.read(out);
            BYTES.addAndGet(Math.max(0, read));
            return read;
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            return channel.write(bytes);
        }

        @Override
        public long position() throws IOException {
            return channel.position();
        }

        @Override
        public SeekableByteChannel position(long place) throws IOException {
            channel.position(place);
            return this;
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public SeekableByteChannel truncate(long size) throws IOException {
            channel.truncate(size);
            return this;
        }

        @Override
        public boolean isOpen() {
            return channel.isOpen();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
