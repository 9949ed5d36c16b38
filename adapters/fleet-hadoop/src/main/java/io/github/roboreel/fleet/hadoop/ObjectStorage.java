package io.github.roboreel.fleet.hadoop;

import io.github.roboreel.fleet.storage.Location;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Storage of objects, which come to be seen when their upload is complete: S3, Google's, and any other store of which
 * nothing better is known.
 *
 * <p>{@link #putNew} is a conditional PUT on S3 ({@code If-None-Match: *}), which one of many writers wins. Elsewhere
 * the store is asked first: Google's connector and others then refuse what exists, but of two writers at the same time
 * both may win.
 */
final class ObjectStorage extends HadoopStorage {
    private static final String S3A = "s3a";
    /** As S3A names its option: no looks for a folder of the same name before each file. */
    private static final String QUICK = "fs.s3a.create.performance";

    private static final String ONLY_NEW = "fs.option.create.conditional.overwrite";

    ObjectStorage(FileSystem files) {
        super(files);
    }

    @Override
    public void put(java.nio.file.Path local, Location file) throws IOException {
        try {
            write(local, builder(file).overwrite(true).opt(QUICK, true));
        } catch (IOException e) {
            throw StoreFaults.of("write", file, e);
        }
    }

    @Override
    public boolean putNew(java.nio.file.Path local, Location file) throws IOException {
        if (find(file).isPresent()) {
            return false;
        }
        try {
            boolean isS3 = file.scheme().equals(S3A);
            write(
                    local,
                    isS3
                            ? builder(file).overwrite(true).must(ONLY_NEW, true)
                            : builder(file).overwrite(false));
            return true;
        } catch (IOException e) {
            if (e instanceof FileAlreadyExistsException || StoreFaults.isFailedCondition(e)) {
                return false;
            }
            throw StoreFaults.of("write", file, e);
        }
    }

    private FSDataOutputStreamBuilder<?, ?> builder(Location file) {
        return files().createFile(HadoopPaths.path(file)).recursive();
    }

    private static void write(java.nio.file.Path local, FSDataOutputStreamBuilder<?, ?> builder) throws IOException {
        try (FSDataOutputStream out = builder.build()) {
            copy(local, out);
        }
    }

    /** Object by object: the usual call would leave an empty object in place of the folder above. */
    @Override
    void remove(Location place) throws IOException {
        Path root = HadoopPaths.path(place);
        RemoteIterator<LocatedFileStatus> objects = files().listFiles(root, true);
        try (BulkDelete some = files().createBulkDelete(root.isRoot() ? root : root.getParent())) {
            List<Path> page = new ArrayList<>();
            while (objects.hasNext()) {
                page.add(objects.next().getPath());
                if (page.size() == some.pageSize() || !objects.hasNext()) {
                    remove(some, page);
                    page.clear();
                }
            }
        }
        if (files().exists(root)) { // as an empty object that another program made
            files().delete(root, true);
        }
    }

    private static void remove(BulkDelete some, List<Path> page) throws IOException {
        List<Map.Entry<Path, String>> failed = some.bulkDelete(page);
        if (!failed.isEmpty()) {
            throw new IOException(failed.get(0).getKey() + ": " + failed.get(0).getValue());
        }
    }

    @Override
    public boolean renamesFolders() {
        return false;
    }

    @Override
    public void rename(Location folder, Location name) {
        throw new UnsupportedOperationException("the store of " + folder + " cannot rename a folder in one step");
    }
}
