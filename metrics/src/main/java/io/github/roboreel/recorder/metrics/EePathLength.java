package io.github.roboreel.recorder.metrics;

/** Length of the end effector's path, the polygonal arc length: the sum over the steps of {@code |p[k+1] - p[k]|}. */
final class EePathLength implements EpisodeMetric {
    @Override
    public String name() {
        return "ee_path_length";
    }

    @Override
    public String unit() {
        return "m";
    }

    @Override
    public double compute(EpisodeSignals signals) {
        return signals.eePosition().map(EePathLength::ofPosition).orElse(Double.NaN);
    }

    static double ofPosition(Signal position) {
        double length = 0;
        for (int row = 1; row < position.rows(); row++) {
            length += distance(position, row - 1, row);
        }
        return length;
    }

    private static double distance(Signal position, int from, int to) {
        double squared = 0;
        for (int column = 0; column < position.columns(); column++) {
            double difference = position.at(to, column) - position.at(from, column);
            squared += difference * difference;
        }
        return Math.sqrt(squared);
    }
}
