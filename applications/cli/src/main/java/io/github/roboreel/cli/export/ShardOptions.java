package io.github.roboreel.cli.export;

import io.github.roboreel.fleet.export.ExportRequest;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Options of a dataset that is made in shards. */
final class ShardOptions {
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

    /** Whether one was given, so that the dataset is made in shards. */
    boolean isGiven() {
        return split != null || shuffle != null || dedup || shardBytes != null;
    }

    Map<String, Double> splits() {
        return split == null ? Map.of() : ExportRequest.parseSplits(split);
    }
}
