package io.github.roboreel.dataset;

/**
 * Part of a planned dataset: some episodes that follow each other in its order, the files of which one task makes.
 * Splits follow each other, and so do the shards of each. Immutable.
 *
 * @param index among all shards of the dataset
 * @param split it belongs to, for example {@code train}
 * @param indexInSplit among the shards of the split
 * @param shardsInSplit how many the split has
 * @param firstEpisode index in the dataset of its first episode
 * @param episodes how many it has
 * @param firstStep index in the dataset of its first step
 * @param steps how many it has
 */
public record Shard(
        int index,
        String split,
        int indexInSplit,
        int shardsInSplit,
        long firstEpisode,
        long episodes,
        long firstStep,
        long steps) {}
