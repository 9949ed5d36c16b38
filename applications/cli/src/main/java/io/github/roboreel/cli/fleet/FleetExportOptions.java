package io.github.roboreel.cli.fleet;

import io.github.roboreel.cli.export.ExportOptions;
import io.github.roboreel.cli.export.FormatOptions;
import io.github.roboreel.dataset.DatasetFormat;
import io.github.roboreel.dataset.DatasetOption;
import io.github.roboreel.fleet.export.ExportRequest;
import io.github.roboreel.format.fault.RoboReelException;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options of the exports of a fleet: those of the plain export, and how the dataset is divided. */
final class FleetExportOptions {
    private static final String OUT = "--out";

    /** Replaced by ours, which takes places in stores; files are added to no dataset that is made in parts. */
    private static final List<String> NOT_OFFERED = List.of(OUT, "--append");

    @Mixin
    ExportOptions options;

    @Option(
            names = OUT,
            paramLabel = "DIR",
            required = true,
            description = "Folder of all datasets, or a place in a store.")
    String out;

    @Option(
            names = "--split",
            paramLabel = "NAME=FRACTION,...",
            description = "Splits, for example train=0.9,val=0.1. An episode stays in its split when others are added;"
                    + " what is left belongs to none (default: all in train).")
    String split;

    @Option(
            names = "--shuffle",
            paramLabel = "SEED",
            description = "Episodes in an order that this number decides (default: in the order of the folders).")
    Long shuffle;

    @Option(
            names = "--dedup",
            description = "Of episodes with the same actions and the same initial state only the first.")
    boolean dedup;

    @Option(
            names = "--shard-bytes",
            paramLabel = "SIZE",
            converter = Bytes.class,
            description = "About how large a shard is, for example 256MiB (default: what is usual in the format).")
    Long shardBytes;

    /** Bytes as people write them. */
    static final class Bytes implements ITypeConverter<Long> {
        private static final Pattern SIZE = Pattern.compile("(\\d{1,12})(B|KiB|MiB|GiB)?");
        private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB");
        private static final int UNIT_BITS = 10;

        @Override
        public Long convert(String text) {
            Matcher size = SIZE.matcher(text);
            if (size.matches()) {
                long number = Long.parseLong(size.group(1));
                long unit = 1L << UNIT_BITS * (size.group(2) == null ? 0 : UNITS.indexOf(size.group(2)));
                if (number > 0 && number <= Long.MAX_VALUE / unit) {
                    return number * unit;
                }
            }
            throw new TypeConversionException("expected a size such as 256MiB; given '" + text + "'");
        }
    }

    /** Adds the options of a format to a command. */
    static FormatOptions addTo(CommandSpec command, DatasetFormat format) {
        List<DatasetOption> offered = format.options().stream()
                .filter(option -> !NOT_OFFERED.contains(option.name()))
                .toList();
        return FormatOptions.addTo(command, offered);
    }

    /**
     * What the user asked for.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when it cannot be
     */
    ExportRequest request(DatasetFormat format, FormatOptions own) {
        options.changes();
        ExportRequest request = new ExportRequest(
                format.name(),
                ExportRequest.plain(own.arguments(options.reward()), OUT),
                options.reward(),
                options.transforms(),
                options.choice().plain(),
                split == null ? Map.of() : ExportRequest.parseSplits(split),
                shuffle,
                dedup,
                shardBytes == null ? 0 : shardBytes,
                out);
        request.exporter();
        return request;
    }
}
