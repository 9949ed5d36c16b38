package io.github.roboreel.recordings.transform.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class JoinTreeTest {
    private static JoinTree<String> tree(int parts) {
        return new JoinTree<>(parts, (first, second) -> "(" + first + " " + second + ")");
    }

    private static String joined(int from, int to) {
        JoinTree<String> tree = tree(to - from);
        for (int i = from; i < to; i++) {
            assertEquals(Optional.empty(), tree.joined());
            tree.take(i - from, Integer.toString(i));
        }
        return tree.joined().orElse("");
    }

    @Test
    void neighboursAreJoinedAndWhatHasNoneGoesUp() {
        assertEquals("", joined(0, 0));
        assertEquals("0", joined(0, 1));
        assertEquals("((0 1) 2)", joined(0, 3));
        assertEquals("(((0 1) (2 3)) ((4 5) 6))", joined(0, 7));
        assertThrows(IndexOutOfBoundsException.class, () -> tree(2).take(2, "x"));
    }

    @Property(tries = 200)
    void neitherOrderNorGroupsMatter(
            @ForAll @IntRange(min = 1, max = 70) int parts, @ForAll @IntRange(max = 5) int power, @ForAll long seed) {
        String expected = joined(0, parts);
        int group = 1 << power;
        int groups = (parts + group - 1) / group;
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < groups; i++) {
            order.add(i);
        }
        Collections.shuffle(order, new Random(seed));
        JoinTree<String> tree = tree(groups);
        order.forEach(i -> tree.take(i, joined(i * group, Math.min(parts, (i + 1) * group))));
        assertEquals(expected, tree.joined().orElseThrow());
    }
}
