package io.github.roboreel.fleet.hadoop;

import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.format.fault.Undo;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.UUID;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;

/**
 * Storage that renames in one step, as HDFS does. A file is written under a name that nothing else uses, forced, and
 * renamed.
 */
final class FileSystemStorage extends HadoopStorage {
    /**
     * Its renames refuse what exists, or replace it in one step, where those of the other API do as each store does.
     */
    private final FileContext context;

    private final boolean renamesFolders;

    FileSystemStorage(FileSystem files, FileContext context, boolean renamesFolders) {
        super(files);
        this.context = context;
        this.renamesFolders = renamesFolders;
    }

    @Override
    public void put(java.nio.file.Path local, Location file) throws IOException {
        try {
            place(local, file, Options.Rename.OVERWRITE);
        } catch (IOException e) {
            throw StoreFaults.of("write", file, e);
        }
    }

    @Override
    public boolean putNew(java.nio.file.Path local, Location file) throws IOException {
        try {
            place(local, file, Options.Rename.NONE);
            return true;
        } catch (org.apache.hadoop.fs.FileAlreadyExistsException e) {
            return false;
        } catch (IOException e) {
            throw StoreFaults.of("write", file, e);
        }
    }

    private void place(java.nio.file.Path local, Location file, Options.Rename how) throws IOException {
        Path attempt = HadoopPaths.path(file.sibling("." + file.name() + ".attempt-" + UUID.randomUUID()));
        try {
            files().mkdirs(parent(file));
            try (FSDataOutputStream out = files().create(attempt, false)) {
                copy(local, out);
                out.hsync();
            }
            context.rename(attempt, HadoopPaths.path(file), how);
        } catch (IOException | RuntimeException e) {
            Undo.after(e, () -> files().delete(attempt, false));
            throw e;
        }
    }

    @Override
    void remove(Location place) throws IOException {
        files().delete(HadoopPaths.path(place), true);
    }

    @Override
    public boolean renamesFolders() {
        return renamesFolders;
    }

    @Override
    public void rename(Location folder, Location name) throws IOException {
        if (!renamesFolders) {
            throw new UnsupportedOperationException("the store of " + folder + " cannot rename a folder in one step");
        }
        try {
            context.rename(HadoopPaths.path(folder), HadoopPaths.path(name), Options.Rename.NONE);
        } catch (org.apache.hadoop.fs.FileAlreadyExistsException e) {
            throw (IOException) new FileAlreadyExistsException(name.text()).initCause(e);
        } catch (IOException e) {
            throw StoreFaults.of("rename", folder, e);
        }
    }
}
