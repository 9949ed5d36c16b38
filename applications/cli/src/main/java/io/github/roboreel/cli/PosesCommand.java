package io.github.roboreel.cli;

import static io.github.roboreel.recordings.folder.JsonNumbers.orNull;

import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.FolderOperands;
import io.github.roboreel.cli.base.Json;
import io.github.roboreel.cli.base.NewFile;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.ProblemLines;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.tools.poses.InitialPoses;
import io.github.roboreel.tools.poses.InitialPoses.InitialPose;
import io.github.roboreel.tools.report.Csv;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code poses}: where things stood when episodes began. */
@Command(
        name = "poses",
        description = {
            "Print the initial poses of robots and objects: position (m, in the env's frame) and"
                    + " quaternion (w, x, y, z), the first row of initial_state.",
        })
final class PosesCommand extends CliCommand {
    private static final List<String> HEADER = List.of(
            "folder", "env_name", "run", "env_id", "episode", "kind", "name", "x", "y", "z", "qw", "qx", "qy", "qz");

    @Mixin
    FolderOperands folders;

    @Option(
            names = {"-o", "--out", "--output"},
            paramLabel = "FILE",
            description = "Write to a new file instead of the terminal.")
    Path output;

    @Option(names = "--json", description = "A JSON array with an entry per episode instead of CSV.")
    boolean json;

    @Override
    public Outcome call() throws IOException {
        NewFile file = output == null ? null : NewFile.requireNew(output);
        List<InitialPose> poses = new ArrayList<>();
        List<FileFault> problems = new ArrayList<>();
        for (Path folder : folders.paths()) {
            InitialPoses found = InitialPoses.read(folder);
            poses.addAll(found.poses());
            problems.addAll(found.problems());
        }
        String text = json ? Json.document(episodes(poses)) : csv(poses);
        if (file == null) {
            terminal.print(text);
        } else {
            file.write(text);
        }
        return ProblemLines.say(problems, terminal);
    }

    private static String csv(List<InitialPose> poses) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADER);
        for (InitialPose pose : poses) {
            List<String> row = new ArrayList<>();
            row.add(pose.folder().toString());
            row.add(pose.envName());
            row.add(text(pose.run()));
            row.add(text(pose.envId()));
            row.add(String.valueOf(pose.episode()));
            row.add(pose.kind());
            row.add(pose.name());
            pose.rootPose().forEach(v -> row.add(number(v)));
            rows.add(row);
        }
        return rows.stream().map(Csv::line).collect(Collectors.joining());
    }

    private static String text(OptionalInt number) {
        return number.isPresent() ? String.valueOf(number.getAsInt()) : "";
    }

    /** What is stored is float32, so its shortest form says all. */
    private static String number(double value) {
        return String.valueOf((float) value);
    }

    private static List<Map<String, Object>> episodes(List<InitialPose> poses) {
        Map<List<Object>, Map<String, Object>> episodes = new LinkedHashMap<>();
        for (InitialPose pose : poses) {
            List<Object> key = List.of(pose.folder(), pose.envName(), pose.episode());
            Map<String, Object> episode = episodes.computeIfAbsent(key, k -> episode(pose));
            @SuppressWarnings("unchecked")
            Map<String, Object> things = (Map<String, Object>) episode.get(pose.kind());
            JsonFields values = new JsonFields()
                    .with("position", pose.rootPose().subList(0, 3))
                    .with("orientation_wxyz", pose.rootPose().subList(3, 7));
            things.put(pose.name(), values);
        }
        return List.copyOf(episodes.values());
    }

    private static Map<String, Object> episode(InitialPose pose) {
        return new JsonFields()
                .with("folder", pose.folder().toString())
                .with("env_name", pose.envName())
                .with("run", orNull(pose.run()))
                .with("env_id", orNull(pose.envId()))
                .with("episode", pose.episode())
                .with("articulation", new LinkedHashMap<String, Object>())
                .with("rigid_object", new LinkedHashMap<String, Object>());
    }
}
