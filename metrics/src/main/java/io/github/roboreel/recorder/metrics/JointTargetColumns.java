package io.github.roboreel.recorder.metrics;

import io.github.roboreel.format.fault.Sentence;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Reads which columns of {@code actions} are joint targets. */
final class JointTargetColumns {
    static final String AUTO = "auto";
    static final String NONE = "none";

    /** The legal texts; the number of columns is checked against the arm later. */
    static final Pattern PATTERN = Pattern.compile("auto|none|\\d{1,4}(-\\d{1,4})?(,\\s*\\d{1,4}(-\\d{1,4})?)*");

    static final String LEGAL =
            "auto (the first column per arm joint), none, or columns counted from 0, such as 0-6 or" + " 0,1,2";

    private JointTargetColumns() {}

    /**
     * The columns in the given order; empty for {@code none}.
     *
     * @throws IllegalArgumentException if the text is none of the legal ones
     */
    static List<Integer> parse(String text, int armJoints) {
        if (!PATTERN.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "joint target columns '" + text + "' are not understood; expected " + LEGAL);
        }
        return switch (text) {
            case AUTO -> IntStream.range(0, armJoints).boxed().toList();
            case NONE -> List.of();
            default ->
                Stream.of(text.split(",\\s*"))
                        .flatMapToInt(JointTargetColumns::range)
                        .boxed()
                        .toList();
        };
    }

    private static IntStream range(String part) {
        String[] ends = part.split("-");
        int first = Integer.parseInt(ends[0]);
        int last = Integer.parseInt(ends[ends.length - 1]);
        if (last < first) {
            throw new IllegalArgumentException(
                    Sentence.of("joint target columns '%s' run backwards; write %d-%d", part, last, first));
        }
        return IntStream.rangeClosed(first, last);
    }
}
