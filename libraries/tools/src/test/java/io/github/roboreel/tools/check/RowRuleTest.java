package io.github.roboreel.tools.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class RowRuleTest {
    @Test
    void finiteCountsRowsOverAllBlocksAndNamesTheFirst() {
        EachRow rule = EachRow.finite();
        rule.accept(0, new double[] {1, 2, 3, 4}, 2);
        rule.accept(2, new double[] {5, Double.NaN, Double.POSITIVE_INFINITY, Double.NaN}, 2);
        assertEquals(Optional.of("holds NaN or infinity in 2 of 4 rows, first in row 2"), rule.verdict());
    }

    @Test
    void quaternionsMayBeRoundedButNotLong() {
        EachRow rule = EachRow.unitQuaternion(3);
        rule.accept(0, new double[] {9, 9, 9, 0.5, 0.5, 0.5, 0.5004}, 7);
        assertEquals(Optional.empty(), rule.verdict());
        rule.accept(1, new double[] {9, 9, 9, 0, 0, 0, 0}, 7);
        assertEquals(
                Optional.of("holds quaternions whose length is not 1 in 1 of 2 rows, first in row 1"), rule.verdict());
    }

    @Test
    void boundsBelongToTheRange() {
        EachRow rule = EachRow.within(0, 1);
        rule.accept(0, new double[] {0, 1, 0.5}, 1);
        assertEquals(Optional.empty(), rule.verdict());
        rule.accept(3, new double[] {1.0001}, 1);
        assertEquals(Optional.of("holds values outside [0.0, 1.0] in 1 of 4 rows, first in row 3"), rule.verdict());
    }

    @Test
    void timeMayStandStillButNotGoBackAcrossBlocks() {
        Successive rule = Successive.nonDecreasing();
        rule.accept(0, new double[] {1, 1, 2}, 1);
        assertEquals(Optional.empty(), rule.verdict());
        rule.accept(3, new double[] {1.5, 0}, 1);
        assertEquals(Optional.of("goes backwards: row 3 is 1.5, the row before it 2.0"), rule.verdict());
    }

    @Test
    void stepsOfTimeAreEqualWithinRounding() {
        Successive rule = Successive.advancingBy(1.0 / 15);
        double[] times = new double[100_000];
        for (int i = 0; i < times.length; i++) {
            times[i] = (i + 1) * (1.0 / 15);
        }
        rule.accept(0, times, 1);
        assertEquals(Optional.empty(), rule.verdict());
        rule.accept(times.length, new double[] {times[times.length - 1] + 2.0 / 15}, 1);
        assertEquals(
                true,
                rule.verdict().orElseThrow().startsWith("does not advance by dt 0.0666"),
                rule.verdict().toString());
    }
}
