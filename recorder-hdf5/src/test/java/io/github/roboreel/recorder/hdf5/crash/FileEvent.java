package io.github.roboreel.recorder.hdf5.crash;

import java.util.List;

/** What a recording's process did to its folder, or promised, in the order in which it did. Files are named. */
sealed interface FileEvent {
    /** SIGKILL cuts a write at page boundaries only. */
    int PAGE_BYTES = 4096;

    record Create(String file) implements FileEvent {}

    record Write(String file, long offset, byte[] bytes) implements FileEvent {
        /** The part of it that a kill lets through. */
        Write cut(int size) {
            return new Write(file, offset, java.util.Arrays.copyOf(bytes, size));
        }
    }

    /** Stores into the mapped areas of the staging file. */
    record Store(String file, List<Write> ranges) implements FileEvent {}

    record Truncate(String file, long size) implements FileEvent {}

    record Rename(String from, String to) implements FileEvent {}

    record Delete(String file) implements FileEvent {}

    /** A force of what was written before it was called begins, or has ended. */
    record Force(String file, boolean done) implements FileEvent {}

    /** The same of what was stored in a mapped range. */
    record ForceMapped(String file, long offset, long size, boolean done) implements FileEvent {}

    record ForceNames(boolean done) implements FileEvent {}

    /** See {@link Promises}. */
    record Promise(String line) implements FileEvent {}

    /** What it is, for telling kinds apart. */
    default String kind() {
        String what = getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT);
        return this instanceof Write write
                ? what + " " + write.file()
                : this instanceof Store
                        ? what
                        : this instanceof Truncate cut
                                ? what + " " + cut.file()
                                : this instanceof Promise promise
                                        ? what + " " + promise.line().split(" ")[0]
                                        : toString();
    }
}
