package io.github.roboreel.fleet.export;

import io.github.roboreel.dataset.Shard;
import java.util.ArrayList;
import java.util.List;

/**
 * Which episodes go into which shard: a function of the request and the episodes alone. Immutable.
 *
 * @param shards all of them, splits one after the other
 * @param order the episodes in the dataset's order, as indexes of {@link References}
 */
record ShardPlan(List<Shard> shards, int[] order) {
    /**
     * Cuts where a shard would become larger than so many bytes; an episode is in one shard, however large.
     *
     * @param shardBytes at least 1
     */
    public static ShardPlan of(ExportRequest request, References episodes, long shardBytes) {
        int[] wanted = EpisodeOrder.distinct(episodes);
        List<Shard> shards = new ArrayList<>();
        int[] order = new int[wanted.length];
        int placed = 0;
        long step = 0;
        for (int split = 0; split < request.splitNames().size(); split++) {
            int[] own = EpisodeOrder.of(episodes, wanted, split, request.seed().isPresent());
            System.arraycopy(own, 0, order, placed, own.length);
            List<int[]> cuts = cuts(own, episodes, shardBytes);
            for (int i = 0; i < cuts.size(); i++) {
                int[] cut = cuts.get(i);
                long steps = 0;
                for (int at = cut[0]; at < cut[1]; at++) {
                    steps += episodes.steps(own[at]);
                }
                shards.add(new Shard(
                        shards.size(),
                        request.splitNames().get(split),
                        i,
                        cuts.size(),
                        placed + cut[0],
                        cut[1] - cut[0],
                        step,
                        steps));
                step += steps;
            }
            placed += own.length;
        }
        return new ShardPlan(List.copyOf(shards), java.util.Arrays.copyOf(order, placed));
    }

    /** First and last, exclusive, of each shard. */
    private static List<int[]> cuts(int[] own, References episodes, long shardBytes) {
        List<int[]> cuts = new ArrayList<>();
        int first = 0;
        long held = 0;
        for (int i = 0; i < own.length; i++) {
            long bytes = episodes.bytes(own[i]);
            if (i > first && held + bytes > shardBytes) {
                cuts.add(new int[] {first, i});
                first = i;
                held = 0;
            }
            held += bytes;
        }
        if (first < own.length) {
            cuts.add(new int[] {first, own.length});
        }
        return cuts;
    }
}
