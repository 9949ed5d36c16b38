package io.github.roboreel.dataset.lerobot;

/**
 * Statistics of a column over all episodes, from those of each: the pooled deviation is exact. Its quantiles, until
 * better ones are known, are the outermost of all episodes, as the library makes them.
 */
final class PooledStatistics {
    private static final double MEDIAN = 0.5;

    private Statistics pooled;

    void add(Statistics episode) {
        if (pooled == null) {
            pooled = episode;
            return;
        }
        int elements = pooled.mean().length;
        double[] min = new double[elements];
        double[] max = new double[elements];
        double[] mean = new double[elements];
        double[] std = new double[elements];
        double share = (double) episode.count() / (pooled.count() + episode.count());
        for (int i = 0; i < elements; i++) {
            double apart = episode.mean()[i] - pooled.mean()[i];
            min[i] = Math.min(pooled.min()[i], episode.min()[i]);
            max[i] = Math.max(pooled.max()[i], episode.max()[i]);
            mean[i] = pooled.mean()[i] + share * apart;
            double variance = (1 - share) * pooled.std()[i] * pooled.std()[i]
                    + share * episode.std()[i] * episode.std()[i]
                    + share * (1 - share) * apart * apart;
            std[i] = Math.sqrt(variance);
        }
        pooled = new Statistics(min, max, mean, std, outermost(episode), pooled.count() + episode.count());
    }

    private double[][] outermost(Statistics episode) {
        double[][] outermost = new double[pooled.quantiles().length][pooled.mean().length];
        int quantile = 0;
        for (double fraction : Statistics.QUANTILES.values()) {
            for (int i = 0; i < outermost[quantile].length; i++) {
                double one = pooled.quantiles()[quantile][i];
                double other = episode.quantiles()[quantile][i];
                outermost[quantile][i] = fraction <= MEDIAN ? Math.min(one, other) : Math.max(one, other);
            }
            quantile++;
        }
        return outermost;
    }

    Statistics result() {
        return pooled;
    }
}
