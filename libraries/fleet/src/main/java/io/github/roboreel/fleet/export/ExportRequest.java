package io.github.roboreel.fleet.export;

import io.github.roboreel.dataset.DatasetArguments;
import io.github.roboreel.dataset.DatasetFormat;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.ShardedExporter;
import io.github.roboreel.dataset.transform.ChangedSource;
import io.github.roboreel.dataset.transform.EpisodeChange;
import io.github.roboreel.dataset.transform.TransformSpecs;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import io.github.roboreel.recordings.transform.HashSplit;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What dataset to make of which episodes, as a user asked for it. Plain values, so that any process can take it from a
 * plan. Immutable.
 *
 * @param format name of the format, for example {@code rlds}
 * @param options of the format by name, without the folder of all datasets
 * @param reward where rewards come from, for example {@code recorded}
 * @param transforms specs of changes, in their order
 * @param choice which episodes
 * @param splits fractions by name, in their order, for example train 0.9 and val 0.1
 * @param shuffleSeed null for the order of the folders
 * @param dedup whether of episodes with equal actions and initial states only the first counts
 * @param shardBytes about how large a shard is; 0 for what is usual in the format
 * @param out the folder of all datasets
 */
public record ExportRequest(
        String format,
        Map<String, Object> options,
        String reward,
        List<String> transforms,
        EpisodeChoice choice,
        Map<String, Double> splits,
        Long shuffleSeed,
        boolean dedup,
        long shardBytes,
        String out)
        implements Serializable {
    /** The split of a dataset that is not split. */
    public static final String ONLY_SPLIT = "train";

    /** Copies lists and maps, keeping their order. */
    public ExportRequest {
        options = new LinkedHashMap<>(options);
        transforms = List.copyOf(transforms);
        splits = new LinkedHashMap<>(splits);
    }

    /** The options of a format as plain values, without the folder of all datasets. */
    public static Map<String, Object> plain(DatasetArguments asked, String outOption) {
        Map<String, Object> plain = new TreeMap<>();
        asked.values().forEach((name, value) -> plain.put(name, value instanceof Boolean ? value : value.toString()));
        plain.remove(outOption);
        return plain;
    }

    /**
     * What makes it.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when the format has no shards or refuses an option
     */
    public ShardedExporter exporter() {
        DatasetFormat found = DatasetFormat.all().stream()
                .filter(known -> known.name().equals(format))
                .findFirst()
                .orElseThrow(() -> RoboReelException.badArgument("there is no format '%s'", format));
        try {
            RewardPolicy rewards = DatasetArguments.choice("reward", reward, RewardPolicy.class);
            return found.sharded(new DatasetArguments(options, rewards))
                    .orElseThrow(() -> RoboReelException.badArgument(
                            "a dataset of format '%s' is only made whole; export it folder by folder", format));
        } catch (IllegalArgumentException e) {
            throw new RoboReelException(RoboReelException.Kind.BAD_ARGUMENT, e.getMessage(), e);
        }
    }

    /** Where the dataset goes. */
    public Location target() {
        return Location.parse(out).absolute().child(exporter().target());
    }

    /** Names of the splits, in their order. */
    List<String> splitNames() {
        return splits.isEmpty() ? List.of(ONLY_SPLIT) : List.copyOf(splits.keySet());
    }

    /** Which split an episode belongs to: index of {@link #splitNames}, -1 for none. */
    int splitOf(String key) {
        return splits.isEmpty() ? 0 : new HashSplit(List.copyOf(splits.values()), "").part(key);
    }

    OptionalLong seed() {
        return shuffleSeed == null ? OptionalLong.empty() : OptionalLong.of(shuffleSeed);
    }

    /** The episodes as they go into the dataset. */
    EpisodeSource changed(EpisodeSource recorded) {
        List<EpisodeChange> changes = TransformSpecs.parse(transforms);
        return changes.isEmpty() ? recorded : new ChangedSource(recorded, changes, String.join("; ", transforms));
    }

    /** What is done to episodes on their way, for the dataset's readers. */
    List<String> changes() {
        return changed(visitor -> {}).notes();
    }

    /**
     * Fractions from a text such as {@code train=0.9,val=0.1}.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT that says what is wrong with it
     */
    public static Map<String, Double> parseSplits(String text) {
        Map<String, Double> splits = new LinkedHashMap<>();
        for (String part : text.split(",", -1)) {
            String[] sides = part.split("=", -1);
            boolean isNew = sides.length == 2
                    && sides[0].matches("[a-z][a-z0-9_]{0,63}")
                    && sides[1].matches("[0-9]*\\.?[0-9]+")
                    && splits.put(sides[0], Double.parseDouble(sides[1])) == null;
            if (!isNew) {
                throw RoboReelException.badArgument(
                        "split '%s' is not understood at '%s'; expected names and fractions such as train=0.9,val=0.1",
                        text, part);
            }
        }
        try {
            return new HashSplit(new ArrayList<>(splits.values()), "")
                            .fractions()
                            .isEmpty()
                    ? Map.of()
                    : splits;
        } catch (IllegalArgumentException e) {
            throw new RoboReelException(RoboReelException.Kind.BAD_ARGUMENT, e.getMessage(), e);
        }
    }
}
