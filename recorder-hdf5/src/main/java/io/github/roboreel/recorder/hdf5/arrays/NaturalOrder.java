package io.github.roboreel.recorder.hdf5.arrays;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Names with numbers in them as people sort them: {@code demo_2} before {@code demo_10}. */
final class NaturalOrder {
    private static final Pattern PIECES = Pattern.compile("[0-9]+|[^0-9]+");
    private static final Comparator<String> BYTEWISE = (a, b) -> Arrays.compareUnsigned(utf8(a), utf8(b));

    /** Numbers count as numbers, all else byte-wise. */
    static final Comparator<String> OF_NAMES = ((Comparator<String>) NaturalOrder::compare).thenComparing(BYTEWISE);

    private NaturalOrder() {}

    private static int compare(String a, String b) {
        List<String> left = pieces(a);
        List<String> right = pieces(b);
        for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
            int order = comparePieces(left.get(i), right.get(i));
            if (order != 0) {
                return order;
            }
        }
        return left.size() - right.size();
    }

    private static List<String> pieces(String name) {
        return PIECES.matcher(name).results().map(MatchResult::group).toList();
    }

    private static int comparePieces(String a, String b) {
        return isNumber(a) && isNumber(b) ? new BigInteger(a).compareTo(new BigInteger(b)) : BYTEWISE.compare(a, b);
    }

    private static boolean isNumber(String piece) {
        return piece.charAt(0) >= '0' && piece.charAt(0) <= '9';
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
