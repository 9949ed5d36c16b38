package io.github.roboreel.recorder.video.sink;

import io.github.roboreel.format.fault.Sentence;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Says in words why something failed; of a file's fault Java's message is often but its path. */
final class Reason {
    private Reason() {}

    static String of(Throwable cause) {
        if (cause instanceof FileSystemException fault && fault.getReason() == null) {
            return file(fault);
        }
        if (cause instanceof OutOfMemoryError) {
            return "out of memory: " + cause.getMessage();
        }
        return Sentence.reasonOf(cause);
    }

    private static String file(FileSystemException fault) {
        if (fault instanceof FileAlreadyExistsException) {
            return fault.getFile() + " exists already";
        } else if (fault instanceof NoSuchFileException) {
            return fault.getFile() + " or its folder is not there any more";
        } else if (fault instanceof AccessDeniedException) {
            return "no permission to write " + fault.getFile();
        }
        return fault.toString();
    }
}
