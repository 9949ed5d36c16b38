package io.github.roboreel.recorder.hdf5.lib;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recorder.hdf5.binding.Calls;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A native call that failed, in the words of the library's error stack. */
final class H5Exception extends RoboReelException {
    private static final long serialVersionUID = 1;

    /** {@code H5E_WALK_UPWARD}: the first cause first. */
    private static final int UPWARD = 0;

    /** Where {@code H5E_error2_t} points to its sentence. */
    private static final int SENTENCE_OFFSET = 48;

    /** How the library reports a failed system call, whose message may have apostrophes in other languages. */
    private static final Pattern SYSTEM_ERROR = Pattern.compile("errno = (\\d+), error message = '(.*?)'(, |$)");

    private static final Pattern MISSING_FILTER = Pattern.compile("required filter '(.*?)' is not registered");

    private static final int FAULT_ERRNO = 5;
    private static final int HANDLES_ERRNO = 24;
    private static final int TOO_LARGE_ERRNO = 27;
    private static final int NO_SPACE_ERRNO = 28;
    private static final int QUOTA_ERRNO = 122;

    private final transient List<String> sentences;

    private H5Exception(List<String> sentences) {
        super(kind(sentences), reason(sentences));
        this.sentences = List.copyOf(sentences);
    }

    /** The last failure of this thread. */
    static H5Exception of(Calls calls) {
        List<String> sentences = new ArrayList<>();
        calls.H5Ewalk2(Hdf5.DEFAULT, UPWARD, (number, error, data) -> {
            ByteBuffer sentence = NativeMemory.buffer(calls.bytes(error + SENTENCE_OFFSET, Long.BYTES));
            sentences.add(Hdf5.text(calls.string(sentence.getLong()), false));
            return 0;
        });
        return new H5Exception(sentences);
    }

    private static Kind kind(List<String> sentences) {
        return systemError(sentences)
                .map(error -> switch (Integer.parseInt(error.group(1))) {
                    case NO_SPACE_ERRNO, QUOTA_ERRNO -> Kind.DISK_FULL;
                    case HANDLES_ERRNO -> Kind.OUT_OF_HANDLES;
                    case FAULT_ERRNO -> Kind.DISK_FAULT;
                    default -> Kind.IO;
                })
                .orElse(Kind.IO);
    }

    private static String reason(List<String> sentences) {
        Optional<String> filter = sentences.stream()
                .map(MISSING_FILTER::matcher)
                .filter(Matcher::find)
                .map(found -> found.group(1))
                .findFirst();
        if (filter.isPresent()) {
            return "its values are packed by the filter '" + filter.get()
                    + "', which the HDF5 library does not have; write them again with gzip (h5py: compression='gzip')";
        }
        return systemError(sentences)
                .map(error -> switch (Integer.parseInt(error.group(1))) {
                    case NO_SPACE_ERRNO -> "the disk is full";
                    case TOO_LARGE_ERRNO -> "it hit the file size limit";
                    default -> error.group(2);
                })
                .orElse(sentences.isEmpty() ? "the library does not say why" : sentences.get(0));
    }

    private static Optional<Matcher> systemError(List<String> sentences) {
        return sentences.stream()
                .map(SYSTEM_ERROR::matcher)
                .filter(Matcher::find)
                .findFirst();
    }

    /** Whether the library's sentences have these words. */
    boolean says(String words) {
        return sentences.stream().anyMatch(sentence -> sentence.contains(words));
    }
}
