package io.github.roboreel.cli.data;

import io.github.roboreel.cli.Interruption;
import io.github.roboreel.cli.Outcome;
import io.github.roboreel.cli.ui.NewFile;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recordings.transform.statistics.FoundStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code stats}: statistics of the values of fields. */
@Command(
        name = "stats",
        description = {
            "Show count, mean, standard deviation, range and quantiles of each element of each field.",
            "",
            "Pictures of uint8 count by channel. The deviation is that of the population; NaNs are counted apart."
                    + " Quantiles are exact up to some hundreds of steps, close estimates beyond."
        })
public final class StatsCommand implements io.github.roboreel.cli.Command {
    /** Form of the result. */
    enum Form {
        /** As LeRobot's meta/stats.json. */
        lerobot,
        /** As dataset_statistics.json of trainers on RLDS. */
        tfds
    }

    private final Terminal terminal;
    private final Interruption interruption;

    @Mixin
    PlaceOptions places;

    @Option(names = "--json", description = "Print one JSON document: all numbers of all elements.")
    boolean json;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "Print what trainers read: lerobot is LeRobot's meta/stats.json (pictures from 0 to 1,"
                    + " shape 3x1x1); tfds is dataset_statistics.json as OpenVLA and Octo keep it for RLDS:"
                    + " action (the field actions) and proprio (all vectors and scalars below obs, joined in"
                    + " their order; choose them with --fields).")
    Form format;

    @Option(names = "--output", paramLabel = "FILE", description = "Write it into a file, which must not exist.")
    Path output;

    @Option(names = "--quiet", description = "Show no progress, only what went wrong.")
    boolean quiet;

    public StatsCommand(Terminal terminal, Interruption interruption) {
        this.terminal = terminal;
        this.interruption = interruption;
    }

    @Override
    public Outcome call() throws IOException {
        Request request = places.request();
        if (json && format != null) {
            throw RoboReelException.badArgument("--json and --format exclude each other; give one of them");
        }
        Optional<NewFile> file = Optional.ofNullable(output).map(NewFile::requireNew);
        StatsSession session = new StatsSession(terminal, interruption, request, quiet);
        return session.show(found -> json ? StatsJson.own(found) : of(found), file);
    }

    private String of(FoundStatistics found) {
        if (format == null) {
            return StatsTable.of(found, terminal);
        }
        return format == Form.lerobot ? StatsJson.lerobot(found) : StatsJson.tfds(found);
    }
}
