package io.github.roboreel.cli;

import io.github.roboreel.cli.base.DisplayNumber;
import io.github.roboreel.cli.base.DisplayText;
import io.github.roboreel.cli.base.Json;
import io.github.roboreel.cli.base.TextTable;
import io.github.roboreel.format.DemoHeader;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.FieldSignal;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.DatasetInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Puts a run's contents into text. */
final class RunListing {
    private static final int MAX_VALUE = 72;
    private static final int MAX_ELEMENTS = 16;

    private static final List<String> RUNS_HEADER = List.of("run file", "episodes", "steps", "size", "dead space");

    private RunListing() {}

    /** A tree like {@code h5ls -r}, one line per group, attribute and dataset. */
    static String tree(RunContents run) {
        StringBuilder text = new StringBuilder();
        text.append(DisplayText.oneLine(run.file().toString()))
                .append("  ")
                .append(size(run.fileBytes()))
                .append(dead(run))
                .append('\n');
        text.append(DemoPaths.DATA + "/\n");
        appendAttributes(text, "  ", run.attributes());
        for (RunContents.Demo demo : run.demos()) {
            text.append("  ").append(DisplayText.oneLine(demo.name())).append("/\n");
            appendAttributes(text, "    ", demo.attributes());
            text.append(fields(demo.datasets()));
        }
        appendSignals(text, run);
        return text.toString();
    }

    private static String dead(RunContents run) {
        return run.deadPercent().isEmpty()
                ? ""
                : Sentence.of(", %.0f %% of it dead space", run.deadPercent().getAsDouble());
    }

    /** The same as one JSON document. */
    static String json(RunContents run) {
        return Json.document(document(run));
    }

    static Map<String, Object> document(RunContents run) {
        JsonFields document =
                new JsonFields().with("file", run.file().toString()).with("file_bytes", run.fileBytes());
        run.deadBytes().ifPresent(bytes -> document.put("dead_bytes", bytes));
        document.put("attributes", run.attributes());
        Map<String, Object> demos = new LinkedHashMap<>();
        run.demos().forEach(demo -> demos.put(demo.name(), jsonOf(demo)));
        document.put("demos", demos);
        document.put("problems", run.problems());
        return document;
    }

    private static void appendAttributes(StringBuilder text, String indent, Map<String, Object> attributes) {
        attributes.forEach((name, value) -> {
            String line = shorten(String.valueOf(value));
            text.append(indent).append('@').append(DisplayText.oneLine(name)).append(" = ");
            text.append(line).append('\n');
        });
    }

    private static String shorten(String value) {
        String line = DisplayText.oneLine(value.replaceAll("\\R", " "));
        return line.length() <= MAX_VALUE
                ? line
                : line.substring(0, MAX_VALUE) + "... (" + line.length() + " characters)";
    }

    /** A line for each dataset, below lines for the groups. */
    static String fields(Map<String, DatasetInfo> datasets) {
        List<String> openGroups = List.of();
        List<List<String>> rows = new ArrayList<>();
        for (Map.Entry<String, DatasetInfo> entry : datasets.entrySet()) {
            List<String> path = List.of(DisplayText.oneLine(entry.getKey()).split("/"));
            List<String> groups = path.subList(0, path.size() - 1);
            for (int depth = commonDepth(groups, openGroups); depth < groups.size(); depth++) {
                rows.add(List.of(indent(depth) + groups.get(depth) + "/"));
            }
            openGroups = groups;
            String name = indent(groups.size()) + path.get(path.size() - 1);
            rows.add(cells(name, entry.getValue()));
        }
        return TextTable.aligned(rows);
    }

    /** What is said of elements, once for all demos. */
    private static void appendSignals(StringBuilder text, RunContents run) {
        Map<String, DatasetInfo> said = new LinkedHashMap<>();
        for (RunContents.Demo demo : run.demos()) {
            demo.datasets().forEach((path, info) -> {
                if (!info.signal().isEmpty()) {
                    said.putIfAbsent(path, info);
                }
            });
        }
        if (!said.isEmpty()) {
            text.append("signals\n");
        }
        said.forEach((path, info) -> text.append("  ")
                .append(DisplayText.oneLine(path + ": " + elements(info)))
                .append('\n'));
    }

    private static String elements(DatasetInfo info) {
        FieldSignal signal = info.signal();
        String order = signal.quaternion().isEmpty() ? "" : "quaternion " + signal.quaternion() + "; ";
        long elements = info.rowElements();
        String shown = IntStream.range(0, (int) Math.min(elements, MAX_ELEMENTS))
                .mapToObj(element -> element(signal, element))
                .collect(Collectors.joining(", "));
        return order + shown + (elements > MAX_ELEMENTS ? ", ... (" + elements + " elements)" : "");
    }

    /** Such as {@code gripper (0 to 1)}. */
    private static String element(FieldSignal signal, int element) {
        List<String> parts = new ArrayList<>();
        if (!signal.units().isEmpty() && !signal.units().get(element).isEmpty()) {
            parts.add(signal.units().get(element));
        }
        if (Double.isFinite(signal.low(element)) || Double.isFinite(signal.high(element))) {
            parts.add(Sentence.of(
                    "%s to %s", DisplayNumber.of(signal.low(element)), DisplayNumber.of(signal.high(element))));
        }
        if (signal.numValues(element) > 0) {
            parts.add(signal.numValues(element) + " values");
        }
        String name =
                signal.names().isEmpty() ? "[" + element + "]" : signal.names().get(element);
        return name + (parts.isEmpty() ? "" : " (" + String.join(", ", parts) + ")");
    }

    private static int commonDepth(List<String> a, List<String> b) {
        int depth = 0;
        while (depth < Math.min(a.size(), b.size()) && a.get(depth).equals(b.get(depth))) {
            depth++;
        }
        return depth;
    }

    private static String indent(int depth) {
        return "    " + "  ".repeat(depth);
    }

    private static List<String> cells(String name, DatasetInfo info) {
        return List.of(
                name,
                tuple(shape(info)),
                info.dtype().label(),
                DisplayText.oneLine(unitAndFrame(info)),
                info.chunkShape().isEmpty() ? "contiguous" : "chunks " + tuple(info.chunkShape()),
                info.filters().isEmpty() ? "raw" : DisplayText.oneLine(String.join("+", info.filters())),
                size(info.storedBytes()),
                ratio(info) == null ? "-" : Sentence.of("%.2f:1", ratio(info)));
    }

    private static String unitAndFrame(DatasetInfo info) {
        String unit = info.unit().isEmpty() ? "-" : info.unit();
        return info.frame().isEmpty() ? unit : unit + " in " + info.frame();
    }

    private static List<Long> shape(DatasetInfo info) {
        List<Long> shape = new ArrayList<>(List.of(info.rows()));
        shape.addAll(info.rowShape());
        return shape;
    }

    /** As Python writes shapes. */
    private static String tuple(List<Long> sizes) {
        String inner = sizes.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return sizes.size() == 1 ? "(" + inner + ",)" : "(" + inner + ")";
    }

    /** Bytes of values per byte stored; null when nothing is stored. */
    private static Double ratio(DatasetInfo info) {
        return info.storedBytes() == 0 ? null : (double) info.rawBytes() / info.storedBytes();
    }

    /** With a unit, for example {@code 1.5 MiB}. */
    static String size(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        String[] units = {"KiB", "MiB", "GiB", "TiB"};
        double value = bytes / 1024.0;
        int unit = 0;
        while (value >= 1024 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        return Sentence.of("%.1f %s", value, units[unit]);
    }

    private static Map<String, Object> jsonOf(RunContents.Demo demo) {
        Map<String, Object> datasets = new LinkedHashMap<>();
        demo.datasets().forEach((path, info) -> datasets.put(path, jsonOf(info)));
        return new JsonFields()
                .with("attributes", DemoHeader.json(demo.attributes()))
                .with("datasets", datasets);
    }

    private static Map<String, Object> jsonOf(DatasetInfo info) {
        JsonFields result = new JsonFields()
                .with("shape", shape(info))
                .with("dtype", info.dtype().label())
                .with("unit", info.unit())
                .with("frame", info.frame())
                .with("chunks", info.chunkShape())
                .with("filters", info.filters())
                .with("stored_bytes", info.storedBytes())
                .with("compression_ratio", ratio(info));
        result.putAll(info.signal().map());
        return result;
    }

    /** A table of run files, then the fields of each env, as its first episode has them. */
    static String tables(FolderContents folder) {
        List<List<String>> rows = new ArrayList<>(List.of(RUNS_HEADER));
        folder.envs().forEach(env -> env.runs().forEach(run -> rows.add(cells(env, run))));
        StringBuilder text = new StringBuilder(TextTable.aligned(rows));
        for (FolderContents.Env env : folder.envs()) {
            env.runs().stream()
                    .filter(RunContents::hasEpisodes)
                    .findFirst()
                    .ifPresent(run -> text.append(fields(env, run)));
        }
        return text.toString();
    }

    /** The documents of all run files in one, by env. */
    static String json(FolderContents folder) {
        Map<String, Object> envs = new LinkedHashMap<>();
        folder.envs()
                .forEach(env -> envs.put(
                        env.name(),
                        env.runs().stream().map(RunListing::document).toList()));
        return Json.document(new JsonFields()
                .with("folder", folder.folder().toString())
                .with("envs", envs)
                .with("problems", folder.problems()));
    }

    private static List<String> cells(FolderContents.Env env, RunContents run) {
        return List.of(
                DisplayText.oneLine(env.name() + "/" + run.file().getFileName()),
                String.valueOf(run.episodes().size()),
                String.valueOf(run.numSteps()),
                size(run.fileBytes()),
                run.deadPercent().isEmpty()
                        ? "-"
                        : Sentence.of("%.0f %%", run.deadPercent().getAsDouble()));
    }

    private static String fields(FolderContents.Env env, RunContents run) {
        RunContents.Demo first = run.episodes().get(0);
        String heading = Sentence.of(
                "\n%s, fields of %s, %s:\n",
                DisplayText.oneLine(env.name()), run.file().getFileName(), DisplayText.oneLine(first.name()));
        return heading + fields(first.datasets());
    }
}
