package io.github.roboreel.tools.report;

import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeSet;

/**
 * Range of a metric's values.
 *
 * @param name of the metric, or {@code score}, or {@code duration}
 */
record MetricRange(String name, double least, double most) implements EpisodeCondition {
    /**
     * From {@code NAME:MIN:MAX}, of which either bound may be left out.
     *
     * @throws IllegalArgumentException in one sentence, when it is none
     */
    static MetricRange parse(String text) {
        int last = text.lastIndexOf(':');
        int first = last < 1 ? -1 : text.lastIndexOf(':', last - 1);
        if (first < 1) {
            throw new IllegalArgumentException(
                    "metric is " + text + "; expected NAME:MIN:MAX, for example ee_sparc:-4:");
        }
        double least = bound(text, text.substring(first + 1, last), Double.NEGATIVE_INFINITY);
        double most = bound(text, text.substring(last + 1), Double.POSITIVE_INFINITY);
        if (!(least <= most)) {
            throw new IllegalArgumentException(
                    "metric is " + text + "; expected the lower bound first, then the higher one");
        }
        return new MetricRange(text.substring(0, first), least, most);
    }

    private static double bound(String text, String number, double otherwise) {
        try {
            return number.isBlank() ? otherwise : Double.parseDouble(number);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("metric is " + text + "; '" + number + "' is no number", e);
        }
    }

    @Override
    public boolean holds(ReportedEpisode episode) {
        OptionalDouble value = value(episode);
        return value.isPresent() && value.getAsDouble() >= least && value.getAsDouble() <= most;
    }

    private OptionalDouble value(ReportedEpisode episode) {
        return switch (name) {
            case "score" -> episode.line().score();
            case "duration" -> episode.durationSeconds();
            default -> episode.metric(name);
        };
    }

    @Override
    public void requireKnown(List<ReportedEpisode> episodes) {
        if (episodes.stream().anyMatch(episode -> value(episode).isPresent())) {
            return;
        }
        TreeSet<String> known = new TreeSet<>();
        episodes.forEach(episode -> known.addAll(episode.line().metricNames()));
        throw new IllegalArgumentException("no episode has a metric '"
                + name
                + "'; there are "
                + (known.isEmpty() ? "none" : String.join(", ", known)));
    }
}
