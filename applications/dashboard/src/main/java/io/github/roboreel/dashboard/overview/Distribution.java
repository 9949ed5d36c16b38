package io.github.roboreel.dashboard.overview;

import static io.github.roboreel.recordings.folder.JsonNumbers.orNull;

import io.github.roboreel.dashboard.index.IndexedEpisode;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.tools.confidence.SampleStatistics;
import io.github.roboreel.tools.report.ReportDocument;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** How a number of some episodes is distributed, by outcome. */
final class Distribution {
    private static final int BINS = 30;

    private final double[] values;
    private final byte[] verdicts;

    private Distribution(double[] values, byte[] verdicts) {
        this.values = values;
        this.verdicts = verdicts;
    }

    /** Of the finite numbers. */
    static Distribution of(List<IndexedEpisode> episodes, Function<IndexedEpisode, OptionalDouble> number) {
        double[] values = new double[episodes.size()];
        byte[] verdicts = new byte[episodes.size()];
        int n = 0;
        for (IndexedEpisode episode : episodes) {
            OptionalDouble value = number.apply(episode);
            if (value.isPresent() && Double.isFinite(value.getAsDouble())) {
                values[n] = value.getAsDouble();
                verdicts[n] = episode.verdict();
                n++;
            }
        }
        return new Distribution(Arrays.copyOf(values, n), Arrays.copyOf(verdicts, n));
    }

    boolean isEmpty() {
        return values.length == 0;
    }

    Map<String, Object> document() {
        return new JsonFields()
                .with("all", samples(verdict -> true))
                .with("success", samples(verdict -> verdict == 1))
                .with("failure", samples(verdict -> verdict == 0))
                .with("histogram", histogram());
    }

    private Map<String, Object> samples(IntPredicate isCounted) {
        double[] counted = IntStream.range(0, values.length)
                .filter(i -> isCounted.test(verdicts[i]))
                .mapToDouble(i -> values[i])
                .toArray();
        Map<String, Object> json = ReportDocument.samples(SampleStatistics.of(Arrays.stream(counted)));
        json.put("min", orNull(Arrays.stream(counted).min()));
        json.put("max", orNull(Arrays.stream(counted).max()));
        return json;
    }

    /** Equal bins from the least to the greatest number; a bin holds its lower edge, the last one both. */
    private Map<String, Object> histogram() {
        double least = Arrays.stream(values).min().orElse(0);
        double most = Arrays.stream(values).max().orElse(0);
        int bins = least == most || isEmpty() ? 1 : BINS;
        double width = (most / bins - least / bins);
        int[][] counts = new int[3][bins];
        for (int i = 0; i < values.length; i++) {
            int bin = bins == 1 ? 0 : (int) Math.min(bins - 1, (values[i] - least) / width);
            counts[verdicts[i] + 1][bin]++;
        }
        double[] edges = IntStream.rangeClosed(0, bins)
                .mapToDouble(i -> i == bins ? most : least + i * width)
                .toArray();
        return new JsonFields()
                .with("edges", isEmpty() ? new double[0] : edges)
                .with("success", counts[2])
                .with("failure", counts[1])
                .with("not_judged", counts[0]);
    }
}
