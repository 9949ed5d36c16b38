package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.Shard;
import io.github.roboreel.dataset.ShardSurvey;
import io.github.roboreel.dataset.ShardedDataset;
import io.github.roboreel.dataset.ShardedExporter;
import io.github.roboreel.dataset.rlds.RldsExporter.Limits;
import java.io.File;
import java.util.List;
import java.util.regex.Pattern;

/** Makes an RLDS dataset in parts: a shard is one record file, however long. */
final class RldsShards implements ShardedExporter {
    private static final Pattern SPLIT = Pattern.compile("(?!all$)[A-Za-z0-9_-]*[A-Za-z0-9][A-Za-z0-9_-]*");

    private final RldsOptions options;

    /**
     * With these options, of which the folder does not matter.
     *
     * @throws ExportRefusedException when episodes are to be added later
     */
    RldsShards(RldsOptions options) {
        if (options.append()) {
            throw new ExportRefusedException("an RLDS dataset made in parts takes no more episodes later, since the"
                    + " names of its files hold their number; make it without appending, or another version of it");
        }
        this.options = options;
    }

    @Override
    public String target() {
        return options.out().relativize(options.target()).toString().replace(File.separatorChar, '/');
    }

    @Override
    public long usualShardBytes() {
        return Limits.USUAL.shardBytes();
    }

    @Override
    public ShardSurvey survey(List<String> changes) {
        return new RldsSurvey.Collector(changes);
    }

    @Override
    public ShardSurvey survey(JsonNode json) {
        return RldsSurvey.Collector.of(json);
    }

    @Override
    public ShardedDataset plan(ShardSurvey all, List<Shard> shards) {
        shards.stream().map(Shard::split).distinct().forEach(RldsShards::requireSplit);
        RldsSurvey survey = RldsSurvey.Collector.of(all.json()).found(); // which does not change with that one
        return new RldsShardedDataset(RldsPlan.of(options, survey), shards);
    }

    private static void requireSplit(String name) {
        if (!SPLIT.matcher(name).matches()) {
            throw new ExportRefusedException("split '" + name + "' is none of an RLDS dataset; expected letters,"
                    + " digits, '_' and '-', and not 'all', which readers take for all splits");
        }
    }
}
