package io.github.roboreel.dataset.robomimic;

import io.github.roboreel.format.DemoPaths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Names of the demos to train with and to validate with; each demo is in one of the lists.
 *
 * @param train in the demos' order
 * @param valid in the demos' order; empty when none was asked for or there is only one demo
 */
record DemoSplit(List<String> train, List<String> valid) {
    /**
     * Draws them: of 2 demos or more at least one trains, and one validates unless the share is 0.
     *
     * @param demos how many there are
     * @param validFraction share that validates, 0 to 1, rounded to whole demos
     * @param seed the same one gives the same lists
     */
    static DemoSplit draw(int demos, double validFraction, long seed) {
        List<Integer> numbers =
                new ArrayList<>(IntStream.range(0, demos).boxed().toList());
        Collections.shuffle(numbers, new Random(seed));
        int valid = 0;
        if (validFraction > 0 && demos > 1) {
            long wanted = Math.round(validFraction * demos);
            valid = (int) Math.max(1, Math.min(demos - 1, wanted));
        }
        return new DemoSplit(names(numbers.subList(valid, demos)), names(numbers.subList(0, valid)));
    }

    /** Names of so many demos. */
    static List<String> names(long demos) {
        return LongStream.range(0, demos)
                .mapToObj(number -> DemoPaths.demo((int) number))
                .toList();
    }

    private static List<String> names(List<Integer> numbers) {
        return numbers.stream().sorted().map(number -> DemoPaths.demo(number)).toList();
    }
}
