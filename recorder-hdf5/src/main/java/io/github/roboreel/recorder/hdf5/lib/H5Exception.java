package io.github.roboreel.recorder.hdf5.lib;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A native call that failed, in the words of the library's error stack. */
final class H5Exception extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** {@code H5E_WALK_UPWARD}: the first cause first. */
    private static final int UPWARD = 0;

    /** Where {@code H5E_error2_t} points to its sentence. */
    private static final int SENTENCE_OFFSET = 48;

    /** How the library reports a failed system call. */
    private static final Pattern SYSTEM_ERROR = Pattern.compile("errno = (\\d+), error message = '([^']*)'");

    private static final int TOO_LARGE_ERRNO = 27;
    private static final int NO_SPACE_ERRNO = 28;

    private final transient List<String> sentences;

    private H5Exception(List<String> sentences) {
        super(reason(sentences));
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

    private static String reason(List<String> sentences) {
        for (String sentence : sentences) {
            Matcher error = SYSTEM_ERROR.matcher(sentence);
            if (error.find()) {
                return switch (Integer.parseInt(error.group(1))) {
                    case NO_SPACE_ERRNO -> "the disk is full";
                    case TOO_LARGE_ERRNO -> "it hit the file size limit";
                    default -> error.group(2);
                };
            }
        }
        return sentences.isEmpty() ? "the library does not say why" : sentences.get(0);
    }

    /** Whether the library's sentences have these words. */
    boolean says(String words) {
        return sentences.stream().anyMatch(sentence -> sentence.contains(words));
    }
}
