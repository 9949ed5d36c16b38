package io.github.roboreel.fleet.hadoop;

import io.github.roboreel.fleet.storage.Location;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;

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

    @Override
    public boolean renamesFolders() {
        return false;
    }

    @Override
    public void rename(Location folder, Location name) {
        throw new UnsupportedOperationException("the store of " + folder + " cannot rename a folder in one step");
    }
}
