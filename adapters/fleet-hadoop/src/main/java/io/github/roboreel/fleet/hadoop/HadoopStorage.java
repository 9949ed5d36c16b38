package io.github.roboreel.fleet.hadoop;

import io.github.roboreel.fleet.storage.Entry;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storage;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Storage on a file system of Hadoop's: what all kinds have in common. */
abstract class HadoopStorage implements Storage {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final String ABORTABLE = "fs.capability.outputstream.abortable";

    private final FileSystem files;

    HadoopStorage(FileSystem files) {
        this.files = files;
    }

    final FileSystem files() {
        return files;
    }

    @Override
    public final List<Entry> list(Location folder) throws IOException {
        try {
            FileStatus[] all = files.listStatus(HadoopPaths.path(folder));
            if (isTheFileItself(all, folder)) {
                return List.of();
            }
            return Arrays.stream(all)
                    .map(status ->
                            HadoopPaths.entry(folder.child(status.getPath().getName()), status))
                    .sorted(Comparator.comparing(Entry::name))
                    .toList();
        } catch (FileNotFoundException e) {
            if (StoreFaults.isMissingStore(e)) {
                throw StoreFaults.of("list", folder, e);
            }
            return List.of();
        } catch (IOException e) {
            throw StoreFaults.of("list", folder, e);
        }
    }

    private static boolean isTheFileItself(FileStatus[] all, Location folder) {
        return all.length == 1
                && all[0].isFile()
                && all[0].getPath()
                        .toUri()
                        .getPath()
                        .equals(HadoopPaths.path(folder).toUri().getPath());
    }

    @Override
    public final Optional<Entry> find(Location place) throws IOException {
        try {
            return Optional.of(HadoopPaths.entry(place, files.getFileStatus(HadoopPaths.path(place))));
        } catch (FileNotFoundException e) {
            if (StoreFaults.isMissingStore(e)) {
                throw StoreFaults.of("find", place, e);
            }
            return Optional.empty();
        } catch (IOException e) {
            throw StoreFaults.of("find", place, e);
        }
    }

    @Override
    public final SeekableByteChannel open(Location file) throws IOException {
        try {
            return HadoopChannel.open(files, HadoopPaths.path(file), file);
        } catch (IOException e) {
            throw StoreFaults.of("read", file, e);
        }
    }

    @Override
    public final void delete(Location place) throws IOException {
        try {
            remove(place);
        } catch (FileNotFoundException e) {
            if (StoreFaults.isMissingStore(e)) {
                throw StoreFaults.of("delete", place, e);
            }
        } catch (IOException e) {
            throw StoreFaults.of("delete", place, e);
        }
    }

    /** Removes a file, or a folder with all that is in it. */
    abstract void remove(Location place) throws IOException;

    /** Writes all of a local file; what a failure leaves half written is not kept, as far as the store allows. */
    static void copy(java.nio.file.Path local, FSDataOutputStream out) throws IOException {
        try (InputStream in = Files.newInputStream(local)) {
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                out.write(buffer, 0, n);
            }
        } catch (IOException | RuntimeException e) {
            if (out.hasCapability(ABORTABLE)) { // else closing would complete it
                out.abort();
            }
            throw e;
        }
    }

    static Path parent(Location file) {
        return HadoopPaths.path(file).getParent();
    }
}
