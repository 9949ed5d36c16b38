package io.github.roboreel.recordings.transform;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * Divides episodes into parts by a hash of what names them, so that an episode stays in its part when others are added:
 * the SHA-256 of a salt, a NUL and the key, of which the first 53 bits are a fraction. Parts are as large as asked for
 * on average only. Immutable.
 *
 * @param fractions of the parts, each above 0; their sum is at most 1, and what is left belongs to none
 * @param salt another one divides otherwise
 */
public record HashSplit(List<Double> fractions, String salt) {
    /** The sum of fractions may be that much too large, because 0.1 and the like are not exact. */
    private static final double ROUNDING = 1e-9;

    /** Copies the list. */
    public HashSplit {
        fractions = List.copyOf(fractions);
        double sum = fractions.stream().mapToDouble(Double::doubleValue).sum();
        if (fractions.isEmpty() || sum > 1 + ROUNDING || !fractions.stream().allMatch(f -> f > 0)) {
            throw new IllegalArgumentException(Sentence.of(
                    "fractions %s are no split; expected numbers above 0 with a sum of 1 at most", fractions));
        }
    }

    /** With the empty salt. */
    public static HashSplit of(Double... fractions) {
        return new HashSplit(List.of(fractions), "");
    }

    /**
     * Which part a key belongs to.
     *
     * @return from 0; -1 for none
     */
    public int part(String key) {
        double place = place(key);
        double end = 0;
        for (int i = 0; i < fractions.size(); i++) {
            end += fractions.get(i);
            if (place < end || i == fractions.size() - 1 && end > 1 - ROUNDING) {
                return i;
            }
        }
        return -1;
    }

    private double place(String key) {
        byte[] text = (salt + '\0' + key).getBytes(StandardCharsets.UTF_8);
        long bits = 0;
        byte[] hash = sha256().digest(text);
        for (int i = 0; i < Long.BYTES; i++) {
            bits = bits << 8 | hash[i] & 0xff;
        }
        return (bits >>> 11) * 0x1p-53;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    /** The episodes of one part. */
    public Episodes part(Episodes episodes, int part) {
        return episodes.filter(facts -> part(key(facts)) == part);
    }

    /**
     * What names an episode wherever its folder is: the last three names of its file's path and its demo, as
     * {@code out/WaveTask/run_0.hdf5/demo_3}.
     */
    public static String key(EpisodeFacts facts) {
        Path file = facts.file();
        int names = file.getNameCount();
        Path end = file.subpath(Math.max(0, names - 3), names);
        StringBuilder key = new StringBuilder();
        end.forEach(name -> key.append(name).append('/'));
        return key.append(facts.demo()).toString();
    }
}
