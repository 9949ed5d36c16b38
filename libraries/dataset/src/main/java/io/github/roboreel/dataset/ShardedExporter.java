package io.github.roboreel.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * Makes one kind of dataset in parts: episodes are looked at anywhere, what was found is joined, a plan is made of it,
 * and then the files of each shard are made anywhere. Immutable.
 */
public interface ShardedExporter {
    /** Where the dataset goes below the folder of all datasets, with slashes: {@code robolab_banana/1.0.0}. */
    String target();

    /** Episodes of about so many bytes, as {@link ShardSurvey#add} counts them, make a shard, unless users say else. */
    long usualShardBytes();

    /**
     * A survey of no episodes yet.
     *
     * @param changes what is done to episodes on their way, for the dataset's readers, a sentence each
     */
    ShardSurvey survey(List<String> changes);

    /** A survey that {@link ShardSurvey#json} gave, in whichever process. */
    ShardSurvey survey(JsonNode json);

    /**
     * Decides what becomes of the episodes.
     *
     * @param all of which all were looked at
     * @param shards all of them, in order
     * @throws io.github.roboreel.dataset.ExportRefusedException when they make no dataset of this kind
     */
    ShardedDataset plan(ShardSurvey all, List<Shard> shards);
}
