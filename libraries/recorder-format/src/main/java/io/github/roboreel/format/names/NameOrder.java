package io.github.roboreel.format.names;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Orders of the names in files. */
public final class NameOrder {
    /** By their UTF-8 bytes, as HDF5 lists names. */
    public static final Comparator<String> BYTES =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    /** As people sort them, {@code demo_2} before {@code demo_10}: numbers count as numbers, all else byte-wise. */
    public static final Comparator<String> NATURAL = ((Comparator<String>) NameOrder::compare).thenComparing(BYTES);

    private static final Pattern PIECES = Pattern.compile("[0-9]+|[^0-9]+");

    private NameOrder() {}

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
        return isNumber(a) && isNumber(b) ? new BigInteger(a).compareTo(new BigInteger(b)) : BYTES.compare(a, b);
    }

    private static boolean isNumber(String piece) {
        return piece.charAt(0) >= '0' && piece.charAt(0) <= '9';
    }
}
