package io.github.roboreel.recordings.transform.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.transform.Episodes;
import io.github.roboreel.recordings.transform.MadeUp;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What holds whatever the data. */
class StatisticsLawsTest {
    private static FieldStatistics of(List<Step> steps, String path) {
        StatisticsCollector collector = new StatisticsCollector(ValidFields.ALL);
        steps.forEach(collector::add);
        return collector.statistics().get(path);
    }

    private static List<Step> steps(double... values) {
        return Arrays.stream(values)
                .mapToObj(value -> new Step(0, Map.of("x", NdArray.of(value))))
                .toList();
    }

    @Property(tries = 50)
    void anyNumberOfThreadsGivesTheSameBits(
            @ForAll @Size(max = 10) List<@IntRange(max = 30) Integer> lengths,
            @ForAll @IntRange(min = 2, max = 6) int threads)
            throws IOException {
        Episodes episodes = Episodes.of(MadeUp.episodes(lengths));
        assertEquals(
                EpisodeStatistics.of(episodes, ValidFields.SAR, 1),
                EpisodeStatistics.of(episodes, ValidFields.SAR, threads));
    }

    @Property(tries = 50)
    void joinedCollectorsCountWhatOneWouldHave(
            @ForAll @Size(min = 1, max = 40) List<@IntRange(min = -9, max = 9) Integer> values,
            @ForAll @IntRange(max = 40) int at) {
        double[] numbers = values.stream().mapToDouble(value -> 1e6 + value).toArray();
        int cut = Math.min(at, numbers.length);
        StatisticsCollector first = new StatisticsCollector(ValidFields.ALL);
        steps(Arrays.copyOf(numbers, cut)).forEach(first::add);
        StatisticsCollector second = new StatisticsCollector(ValidFields.ALL);
        steps(Arrays.copyOfRange(numbers, cut, numbers.length)).forEach(second::add);
        first.add(second);
        FieldStatistics joined = first.statistics().get("x");
        FieldStatistics one = of(steps(numbers), "x");
        assertEquals(one.count(), joined.count());
        assertEquals(one.mean(), joined.mean());
        assertEquals(one.std(), joined.std());
        assertEquals(one.quantiles(), joined.quantiles());
    }
}
