package io.github.roboreel.recorder.bench.read;

import io.github.roboreel.recorder.bench.record.BenchArguments;
import io.github.roboreel.recorder.bench.record.Figures;
import io.github.roboreel.recorder.bench.record.FrameSize;
import io.github.roboreel.recorder.bench.record.OutputOptions;
import io.github.roboreel.recorder.bench.record.OutputSubfolder;
import io.github.roboreel.recorder.bench.record.RecordSpec;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench read}: what a training job waits for. */
@Command(
        name = "read",
        description = {
            "Reads single frames, windows of steps and whole files with stock h5py, from our file"
                    + " and from that of bench/peers/peer_h5py.py (gzip) with the same episodes,"
                    + " alternately."
        },
        mixinStandardHelpOptions = true)
public final class ReadCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command;

    @Option(
            names = {"--num_envs", "--num-envs"},
            defaultValue = "16",
            description = "Episodes without cameras, 1 or more (${DEFAULT-VALUE}).")
    private int numEnvs;

    @Option(names = "--steps", defaultValue = "2000", description = "Steps of each (${DEFAULT-VALUE}).")
    private int steps;

    @Option(
            names = "--images",
            paramLabel = "WxH",
            defaultValue = "1280x720",
            description = "Frames of two cameras in two more episodes (${DEFAULT-VALUE}).")
    private String images;

    @Option(
            names = {"--camera-steps", "--camera_steps"},
            defaultValue = "40",
            description = "Steps of those (${DEFAULT-VALUE}).")
    private int cameraSteps;

    @Option(
            names = "--accesses",
            defaultValue = "100",
            description = "Random accesses of each kind, per round (${DEFAULT-VALUE}).")
    private int accesses;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "Rounds of which the median counts (${DEFAULT-VALUE}).")
    private int rounds;

    @Mixin
    private OutputOptions output = new OutputOptions();

    public ReadCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        BenchArguments.requireAtLeast("--accesses", accesses, 1);
        BenchArguments.requireAtLeast("--rounds", rounds, 1);
        BenchArguments.requireAtLeast("--camera-steps", cameraSteps, 1);
        FrameSize size = FrameSize.parse(images);
        RecordSpec proprio = RecordSpec.proprio(numEnvs, steps);
        RecordSpec cameras = RecordSpec.proprio(2, cameraSteps);
        Figures figures = new Figures().put("bench", "read").put("rounds", rounds);
        try (OutputSubfolder folder = output.subfolder(false)) {
            List<ReadRun> runs = List.of(
                    ReadRun.record("proprio", proprio, null, folder.path()),
                    ReadRun.record("cameras", cameras, size, folder.path()));
            for (ReadRun run : runs) {
                run.measure(rounds, accesses);
                command.commandLine().getErr().println(run.table());
                figures.put(run.name(), run.figures());
            }
        }
        command.commandLine().getOut().println(figures.line());
        return 0;
    }
}
