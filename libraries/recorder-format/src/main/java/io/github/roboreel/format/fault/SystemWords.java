package io.github.roboreel.format.fault;

import io.github.roboreel.format.fault.RoboReelException.Kind;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.Optional;

/**
 * What the operating system says of an error, in the language of this process: Java passes on the words for an error's
 * number, but not the number. So the words are obtained again from files of Linux whose use always fails in the same
 * way.
 */
final class SystemWords {
    /** Every write fails with ENOSPC. */
    private static final File FULL = new File("/dev/full");

    /** The first page of a process is never mapped, so that reading it fails with EIO. */
    private static final File UNREADABLE = new File("/proc/self/mem");

    private SystemWords() {}

    /**
     * The reason that a failure of the system gives.
     *
     * @param message of the exception, with the system's words somewhere in it
     * @return {@link Kind#IO} when it is none of those that can be told apart
     */
    static Kind kindOf(String message) {
        if (isIn(message, ofFullDisk())) {
            return Kind.DISK_FULL;
        }
        if (isIn(message, ofFaultyDisk())) {
            return Kind.DISK_FAULT;
        }
        return isIn(message, ofNoHandle()) ? Kind.OUT_OF_HANDLES : Kind.IO;
    }

    private static boolean isIn(String message, Optional<String> words) {
        return words.filter(message::contains).isPresent();
    }

    private static Optional<String> ofFullDisk() {
        try (FileOutputStream full = open()) {
            return wordsOf(() -> full.write(0));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> ofFaultyDisk() {
        try (FileInputStream unreadable = new FileInputStream(UNREADABLE)) {
            return wordsOf(unreadable::read);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Known only while the process may open no file more. */
    private static Optional<String> ofNoHandle() {
        return FULL.canWrite() ? wordsOf(() -> open().close()).map(SystemWords::withoutName) : Optional.empty();
    }

    /** A stream: what a channel does depends on whether this thread was interrupted. */
    private static FileOutputStream open() throws IOException {
        if (!FULL.exists() || FULL.isFile()) {
            throw new IOException("no device " + FULL);
        }
        return new FileOutputStream(FULL);
    }

    private static Optional<String> wordsOf(IoAction use) {
        try {
            use.run();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.ofNullable(e.getMessage()).filter(words -> !words.isBlank());
        }
    }

    /** Of {@code /dev/full (words)}. */
    private static String withoutName(String message) {
        int begin = message.indexOf('(') + 1;
        int end = message.lastIndexOf(')');
        return end > begin ? message.substring(begin, end) : message;
    }
}
