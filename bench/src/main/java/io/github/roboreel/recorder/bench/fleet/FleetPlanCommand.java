package io.github.roboreel.recorder.bench.fleet;

import io.github.roboreel.dataset.Shard;
import io.github.roboreel.fleet.export.ExportRequest;
import io.github.roboreel.fleet.export.References;
import io.github.roboreel.fleet.export.References.Reference;
import io.github.roboreel.fleet.export.ShardList;
import io.github.roboreel.fleet.export.ShardPlan;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.recorder.bench.record.BenchArguments;
import io.github.roboreel.recorder.bench.record.Figures;
import io.github.roboreel.recorder.bench.record.OutputOptions;
import io.github.roboreel.recorder.bench.record.OutputSubfolder;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench fleet-plan}: plans an export of many episodes, of which none is recorded. */
@Command(
        name = "fleet-plan",
        description = "Plans an export of many made-up episodes, as a driver does that looked at all: leaves duplicates"
                + " out, splits, shuffles, cuts, writes what each shard has. Seconds, and the memory that is used.",
        mixinStandardHelpOptions = true)
public final class FleetPlanCommand implements Callable<Integer> {
    private static final int EPISODES_PER_FOLDER = 100;
    private static final int FACTS_BYTES = 2000;
    private static final int MAX_STEPS = 2000;
    private static final int TRAIN_TO_VAL = 10;
    private static final long EPISODE_BYTES = 1L << 20;
    private static final long SHARD_BYTES = 10_000L << 20;
    private static final double NANOS_PER_SECOND = 1e9;

    @Spec
    private CommandSpec command;

    @Option(names = "--episodes", defaultValue = "10000000", description = "How many (${DEFAULT-VALUE}).")
    private int episodes;

    @Mixin
    private OutputOptions output = new OutputOptions();

    public FleetPlanCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        BenchArguments.requireAtLeast("--episodes", episodes, 1);
        long begun = System.nanoTime();
        References references = madeUp(new SplittableRandom(1));
        double joinSeconds = (System.nanoTime() - begun) / NANOS_PER_SECOND;
        List<Location> facts = IntStream.rangeClosed(0, episodes / EPISODES_PER_FOLDER)
                .mapToObj(folder -> new Location("/lab/survey/" + folder + ".facts"))
                .toList();
        ShardPlan plan = ShardPlan.of(request(), references, SHARD_BYTES);
        double planSeconds = (System.nanoTime() - begun) / NANOS_PER_SECOND;
        long listBytes = 0;
        try (OutputSubfolder scratch = output.subfolder(false)) {
            for (Shard shard : plan.shards()) {
                Path file = scratch.path().resolve(shard.index() + ".json");
                ShardList.write(file, shard, plan.order(), references, facts);
                listBytes += Files.size(file);
            }
        }
        double allSeconds = (System.nanoTime() - begun) / NANOS_PER_SECOND;
        Figures figures = new Figures()
                .put("bench", "fleet-plan")
                .put("episodes", episodes)
                .put("planned", plan.order().length)
                .put("shards", plan.shards().size())
                .put("join_s", joinSeconds)
                .put("join_and_plan_s", planSeconds)
                .put("all_s", allSeconds)
                .put("list_mb", listBytes / 1e6)
                .put("peak_rss_mb", peakResidentMegabytes());
        figures.print(command.commandLine(), Figures.table("fleet-plan", Map.of("plan", figures)));
        return 0;
    }

    private static long peakResidentMegabytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmHWM:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D+", "")) >> 10)
                .findFirst()
                .orElse(-1);
    }

    /** Joined of what was found in each folder, as a driver does it. */
    private References madeUp(SplittableRandom random) {
        References all = new References();
        for (int folder = 0; (long) folder * EPISODES_PER_FOLDER < episodes; folder++) {
            References own = new References();
            int first = folder * EPISODES_PER_FOLDER;
            for (int i = first; i < Math.min(first + EPISODES_PER_FOLDER, episodes); i++) {
                own.add(0, episode(i - first, random), random.nextLong(), i);
            }
            all.addAll(folder, own);
        }
        return all;
    }

    private static Reference episode(int inFolder, SplittableRandom random) {
        return new Reference(
                (long) inFolder * FACTS_BYTES,
                FACTS_BYTES,
                random.nextLong(1, MAX_STEPS),
                EPISODE_BYTES,
                random.nextLong(),
                random.nextInt(TRAIN_TO_VAL) == 0 ? 1 : 0);
    }

    private static ExportRequest request() {
        Map<String, Double> splits = new LinkedHashMap<>();
        splits.put("train", 0.9);
        splits.put("val", 0.1);
        EpisodeChoice all = new EpisodeChoice(List.of(), "", false, false, 1, false, List.of(), Map.of());
        return new ExportRequest("rlds", Map.of(), "recorded", List.of(), all, splits, 1L, true, SHARD_BYTES, "out");
    }
}
