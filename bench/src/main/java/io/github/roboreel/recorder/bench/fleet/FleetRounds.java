package io.github.roboreel.recorder.bench.fleet;

import io.github.roboreel.recorder.bench.record.OutputSubfolder;
import io.github.roboreel.recorder.bench.record.PeerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Runs the contenders in turn, each in processes of its own, started as users start them. */
final class FleetRounds {
    private static final int DATA_LOST = 3;

    private final List<Path> folders;
    private final Path scratch;
    private final Consumer<String> progress;

    FleetRounds(List<Path> folders, Path scratch, Consumer<String> progress) {
        this.folders = folders;
        this.scratch = scratch;
        this.progress = progress;
    }

    /**
     * By contender; first each of them does the work on one folder, so that it is built, downloaded and started once.
     */
    Map<FleetContender, FleetMeasured> measure(FleetWork work, List<FleetContender> contenders, int rounds)
            throws IOException, InterruptedException {
        Map<FleetContender, List<FleetUsage>> usages = new LinkedHashMap<>();
        for (FleetContender contender : contenders) {
            once(work, contender, folders.subList(0, 1));
            usages.put(contender, new ArrayList<>());
        }
        for (int round = 1; round <= rounds; round++) {
            for (FleetContender contender : contenders) {
                progress.accept(String.join(" ", work.words()) + ", " + contender.name() + ", round " + round + " of "
                        + rounds);
                usages.get(contender).add(once(work, contender, folders));
            }
        }
        Map<FleetContender, FleetMeasured> measured = new LinkedHashMap<>();
        usages.forEach((contender, each) -> measured.put(contender, new FleetMeasured(each)));
        return measured;
    }

    private FleetUsage once(FleetWork work, FleetContender contender, List<Path> on)
            throws IOException, InterruptedException {
        Path own = Files.createDirectory(scratch.resolve("run"));
        try {
            return measured(own, contender.arguments(work, on, own.resolve("out")));
        } finally {
            OutputSubfolder.delete(own);
        }
    }

    private static FleetUsage measured(Path own, List<String> arguments) throws IOException, InterruptedException {
        Path complaints = own.resolve("stderr");
        List<Object> command = new ArrayList<>(
                List.of(own.resolve("stdout"), complaints, PeerProcess.home().resolve("roboreel")));
        command.addAll(arguments);
        FleetUsage usage = FleetUsage.of(PeerProcess.python("measure_process.py", command.toArray()));
        if (usage.exit() != 0 && usage.exit() != DATA_LOST) {
            throw new IOException("./roboreel " + arguments.get(0) + " ended with " + usage.exit() + ": "
                    + Files.readString(complaints, StandardCharsets.UTF_8).strip());
        }
        return usage;
    }
}
