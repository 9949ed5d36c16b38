package io.github.roboreel.cli.data;

import io.github.roboreel.cli.base.NewFile;
import io.github.roboreel.cli.base.Terminal;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recordings.transform.statistics.FoundStatistics;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options that say in which form statistics are given, and where. */
final class StatsForm {
    /** Form of the result. */
    enum Form {
        /** As LeRobot's meta/stats.json. */
        lerobot,
        /** As dataset_statistics.json of trainers on RLDS. */
        tfds
    }

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

    @Option(
            names = {"--out", "--output"},
            paramLabel = "FILE",
            description = "Write it into a file, which must not exist.")
    Path output;

    /**
     * Refuses two forms at once.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT
     */
    public void requireOne() {
        if (json && format != null) {
            throw RoboReelException.badArgument("--json and --format exclude each other; give one of them");
        }
    }

    /** The file to write; empty when they are printed. */
    public Optional<NewFile> newFile() {
        return Optional.ofNullable(output).map(NewFile::requireNew);
    }

    /** Statistics in that form. */
    public String of(FoundStatistics found, Terminal terminal) {
        if (json) {
            return StatsJson.own(found);
        }
        if (format == null) {
            return StatsTable.of(found, terminal);
        }
        return format == Form.lerobot ? StatsJson.lerobot(found) : StatsJson.tfds(found);
    }
}
