package io.github.roboreel.recorder.hdf5.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** The files of a folder, as events leave them. */
final class FolderImage {
    /** A file of any name. */
    static final class Content {
        private byte[] bytes = {};
        private int size;

        Content copy() {
            Content copy = new Content();
            copy.bytes = Arrays.copyOf(bytes, size);
            copy.size = size;
            return copy;
        }

        int size() {
            return size;
        }

        void resize(long newSize) {
            if (newSize > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max((int) newSize, 2 * bytes.length));
            }
            if (newSize < size) {
                Arrays.fill(bytes, (int) newSize, size, (byte) 0);
            }
            size = (int) newSize;
        }

        void write(long offset, byte[] from) {
            resize(Math.max(size, offset + from.length));
            System.arraycopy(from, 0, bytes, (int) offset, from.length);
        }

        /** Zeros stand for what is behind the end. */
        byte[] page(int page) {
            int from = page * FileEvent.PAGE_BYTES;
            return Arrays.copyOfRange(
                    bytes, Math.min(from, bytes.length), Math.min(from, bytes.length) + FileEvent.PAGE_BYTES);
        }

        byte[] toArray() {
            return Arrays.copyOf(bytes, size);
        }
    }

    private final Map<String, Content> files = new TreeMap<>();

    FolderImage copy() {
        FolderImage copy = new FolderImage();
        files.forEach((name, content) -> copy.files.put(name, content.copy()));
        return copy;
    }

    Map<String, Content> files() {
        return files;
    }

    void apply(FileEvent event) {
        if (event instanceof FileEvent.Create create) {
            files.computeIfAbsent(create.file(), name -> new Content());
        } else if (event instanceof FileEvent.Write write) {
            files.get(write.file()).write(write.offset(), write.bytes());
        } else if (event instanceof FileEvent.Store store) {
            store.ranges().forEach(this::apply);
        } else if (event instanceof FileEvent.Truncate cut) {
            files.get(cut.file()).resize(cut.size());
        } else if (event instanceof FileEvent.Rename renamed) {
            files.put(renamed.to(), files.remove(renamed.from()));
        } else if (event instanceof FileEvent.Delete deleted) {
            files.remove(deleted.file());
        }
    }

    void writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (Map.Entry<String, Content> file : files.entrySet()) {
            Files.write(folder.resolve(file.getKey()), file.getValue().toArray());
        }
    }
}
