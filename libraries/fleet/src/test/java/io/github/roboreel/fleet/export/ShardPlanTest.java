package io.github.roboreel.fleet.export;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.Shard;
import io.github.roboreel.fleet.export.References.Reference;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class ShardPlanTest {
    private static ExportRequest request(Map<String, Double> splits, Long seed, boolean dedup) {
        EpisodeChoice choice = new EpisodeChoice(List.of(), "", false, false, 1, false, List.of(), Map.of());
        return new ExportRequest("rlds", Map.of(), "recorded", List.of(), choice, splits, seed, dedup, 0, "out");
    }

    private static References random(int episodes, int splits, Random random) {
        References references = new References();
        for (int i = 0; i < episodes; i++) {
            int split = random.nextInt(splits + 1) - 1;
            references.add(
                    i % 7,
                    new Reference(i * 10L, 10, 1 + random.nextInt(50), random.nextInt(1000), random.nextLong(), split),
                    i,
                    random.nextLong());
        }
        return references;
    }

    @Property
    void eachEpisodeOfASplitIsInOneShard(
            @ForAll @IntRange(max = 300) int episodes,
            @ForAll @LongRange(min = 1, max = 5000) long shardBytes,
            @ForAll boolean isShuffled,
            @ForAll long seed) {
        References references = random(episodes, 2, new Random(seed));
        ExportRequest request = request(Map.of("train", 0.6, "val", 0.3), isShuffled ? seed : null, false);
        ShardPlan plan = ShardPlan.of(request, references, shardBytes);
        List<Integer> placed = new ArrayList<>();
        long firstEpisode = 0;
        long firstStep = 0;
        for (Shard shard : plan.shards()) {
            assertEquals(firstEpisode, shard.firstEpisode());
            assertEquals(firstStep, shard.firstStep());
            long steps = 0;
            long bytes = 0;
            for (long at = shard.firstEpisode(); at < shard.firstEpisode() + shard.episodes(); at++) {
                int index = plan.order()[(int) at];
                placed.add(index);
                steps += references.steps(index);
                bytes += references.bytes(index);
                assertEquals(shard.split(), request.splitNames().get(references.split(index)));
            }
            assertEquals(steps, shard.steps());
            assertTrue(bytes <= shardBytes || shard.episodes() == 1);
            firstEpisode += shard.episodes();
            firstStep += shard.steps();
        }
        List<Integer> wanted = new ArrayList<>();
        for (int i = 0; i < references.size(); i++) {
            if (references.split(i) >= 0) {
                wanted.add(i);
            }
        }
        Collections.sort(placed);
        assertEquals(wanted, placed);
    }

    @Property
    void shuffledEpisodesAreSortedByTheirHashes(@ForAll @IntRange(min = 1, max = 300) int episodes, @ForAll long seed) {
        References references = random(episodes, 1, new Random(seed));
        ShardPlan plan = ShardPlan.of(request(Map.of(), 1L, false), references, 1000);
        for (int i = 1; i < plan.order().length; i++) {
            long one = references.order(plan.order()[i - 1]);
            long next = references.order(plan.order()[i]);
            assertTrue(Long.compareUnsigned(one, next) <= 0);
        }
    }

    @Test
    void ofEqualContentsTheFirstIsKept() {
        References references = new References();
        long[][] contents = {{1, 1}, {2, 1}, {1, 1}, {1, 2}, {2, 1}, {1, 1}};
        for (int i = 0; i < contents.length; i++) {
            references.add(0, new Reference(i, 1, 1, 1, 0, 0), contents[i][0], contents[i][1]);
        }
        ShardPlan plan = ShardPlan.of(request(Map.of(), null, true), references, 100);
        assertArrayEquals(new int[] {0, 1, 3}, plan.order());
    }

    @Test
    void withoutAnyEpisodeThereIsNoShard() {
        assertTrue(ShardPlan.of(request(Map.of(), null, false), new References(), 100)
                .shards()
                .isEmpty());
    }

    @Test
    void shardsOfASplitAreNumberedWithinIt() {
        References references = new References();
        for (int i = 0; i < 6; i++) {
            references.add(0, new Reference(i, 1, 10, 60, 0, i % 2), i, 0);
        }
        ShardPlan plan = ShardPlan.of(request(ordered(), null, false), references, 100);
        List<String> shards = plan.shards().stream()
                .map(s -> s.split() + s.indexInSplit() + "/" + s.shardsInSplit() + "@" + s.firstEpisode())
                .toList();
        assertEquals(List.of("train0/3@0", "train1/3@1", "train2/3@2", "val0/3@3", "val1/3@4", "val2/3@5"), shards);
        assertFalse(Arrays.equals(new int[] {0, 1, 2, 3, 4, 5}, plan.order()));
        assertArrayEquals(new int[] {0, 2, 4, 1, 3, 5}, plan.order());
    }

    private static Map<String, Double> ordered() {
        Map<String, Double> splits = new java.util.LinkedHashMap<>();
        splits.put("train", 0.5);
        splits.put("val", 0.5);
        return splits;
    }
}
