package io.github.roboreel.fleet.storage;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A store of places {@code shelf://name/path} in a folder of this machine, which setting {@link #ROOT} names. */
public final class ShelfProvider implements StorageProvider {
    /** The folder. */
    public static final String ROOT = "shelf.root";

    @Override
    public boolean serves(String scheme) {
        return scheme.equals("shelf");
    }

    @Override
    public Storage open(Location place, Map<String, String> settings) {
        return new Shelf(settings.get(ROOT));
    }

    private record Shelf(String root) implements Storage {
        private static final Storage DISK = new LocalStorage();

        private Location onDisk(Location place) {
            return new Location(place.text().replaceFirst("shelf://[^/]*", root));
        }

        private Entry onShelf(Location place, Entry entry) {
            return new Entry(place, entry.isFolder(), entry.bytes(), entry.version());
        }

        @Override
        public List<Entry> list(Location folder) throws IOException {
            return DISK.list(onDisk(folder)).stream()
                    .map(entry -> onShelf(folder.child(entry.name()), entry))
                    .toList();
        }

        @Override
        public Optional<Entry> find(Location place) throws IOException {
            return DISK.find(onDisk(place)).map(entry -> onShelf(place, entry));
        }

        @Override
        public SeekableByteChannel open(Location file) throws IOException {
            return DISK.open(onDisk(file));
        }

        @Override
        public void put(Path local, Location file) throws IOException {
            DISK.put(local, onDisk(file));
        }

        @Override
        public boolean putNew(Path local, Location file) throws IOException {
            return DISK.putNew(local, onDisk(file));
        }

        @Override
        public void delete(Location place) throws IOException {
            DISK.delete(onDisk(place));
        }

        @Override
        public boolean renamesFolders() {
            return false;
        }

        @Override
        public void rename(Location folder, Location name) {
            throw new UnsupportedOperationException("a shelf renames nothing");
        }
    }
}
