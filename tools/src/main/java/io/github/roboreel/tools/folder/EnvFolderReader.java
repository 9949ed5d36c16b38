package io.github.roboreel.tools.folder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.format.RunFileName;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.RunComplete;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.files.NewerFormatException;
import io.github.roboreel.tools.FileFault;
import io.github.roboreel.tools.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.stream.Stream;

/** Lists a folder and sorts its files by their names. */
final class EnvFolderReader {
    private final List<FileFault> problems;

    /** @param problems where what cannot be read is added */
    EnvFolderReader(List<FileFault> problems) {
        this.problems = problems;
    }

    /**
     * The folder's contents; empty when it is no env folder.
     *
     * @throws io.github.roboreel.recorder.files.NewerFormatException when {@code run_complete.json} is of a newer
     *     version
     */
    Optional<EnvFolder> read(Path folder) throws IOException {
        List<Path> entries = entries(folder);
        List<Path> files = entries.stream().filter(Files::isRegularFile).toList();
        List<RunFile> runs = runs(files);
        boolean isEnv = !runs(entries).isEmpty();
        boolean hasConfig = entries.contains(folder.resolve(RunFolder.ENV_CONFIG));
        if (!isEnv && !hasConfig) {
            return Optional.empty();
        }
        entries.stream()
                .filter(e -> !Files.isRegularFile(e) && isExpected(e))
                .map(FileFault::noRegularFile)
                .forEach(problems::add);
        Path promise = folder.resolve(RunFolder.RUN_COMPLETE);
        Optional<RunComplete> complete =
                json(promise, "what the recorder promised is unknown").map(EnvFolderReader::promised);
        OptionalInt version = complete.map(RunComplete::formatVersion).orElse(OptionalInt.empty());
        if (version.isPresent()) {
            NewerFormatException.requireKnown(promise, version.getAsInt(), RunSpec.FORMAT_VERSION);
        }
        JsonNode config = json(folder.resolve(RunFolder.ENV_CONFIG), "its time step is unknown")
                .orElse(MissingNode.getInstance());
        return Optional.of(new EnvFolder(folder, config, complete, runs, logs(files), videos(files)));
    }

    private static RunComplete promised(JsonNode json) {
        JsonNode seed = json.path("seed");
        return new RunComplete(
                Json.integer(json.path("format_version")),
                Json.integer(json.path("num_envs")),
                Json.integer(json.path("num_runs")),
                Optional.ofNullable(json.path("video_mode").textValue()),
                seed.isIntegralNumber() ? OptionalLong.of(seed.longValue()) : OptionalLong.empty(),
                Optional.ofNullable(json.path("instruction_type").textValue()));
    }

    private static List<Path> entries(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }

    /** Whether the name is one under which a recorder leaves a file. */
    private static boolean isExpected(Path file) {
        String name = file.getFileName().toString();
        return name.equals(RunFolder.ENV_CONFIG)
                || name.equals(RunFolder.RUN_COMPLETE)
                || name.equals(RunFolder.LEGACY_RUN_FILE)
                || RunFileName.parse(name).isPresent();
    }

    private Optional<JsonNode> json(Path file, String consequence) {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Json.read(file));
        } catch (IOException e) {
            problems.add(FileFault.leftOut(
                    file, "is not JSON, so " + consequence + " (" + Json.reason(e) + ")", "mend it or copy it again"));
            return Optional.empty();
        }
    }

    private static List<RunFile> runs(List<Path> files) {
        List<RunFile> runs = new ArrayList<>();
        for (Path file : files) {
            Matcher name = RunFileName.RUN.matcher(file.getFileName().toString());
            if (name.matches()) {
                runs.add(new RunFile(file, number(name.group("run"))));
            } else if (file.endsWith(RunFolder.LEGACY_RUN_FILE)) {
                runs.add(new RunFile(file, OptionalInt.empty()));
            }
        }
        runs.sort(Comparator.comparingInt(r -> r.run().orElse(Integer.MAX_VALUE)));
        return runs;
    }

    private static List<LogFile> logs(List<Path> files) {
        List<LogFile> logs = new ArrayList<>();
        for (Path file : files) {
            Matcher name = RunFileName.LOG.matcher(file.getFileName().toString());
            if (name.matches()) {
                logs.add(new LogFile(file, Integer.parseInt(name.group("run")), number(name.group("env"))));
            }
        }
        logs.sort(Comparator.comparingInt(LogFile::number)
                .thenComparingInt(l -> l.envId().orElse(-1)));
        return logs;
    }

    private static List<VideoFile> videos(List<Path> files) {
        List<VideoFile> videos = new ArrayList<>();
        for (Path file : files) {
            Matcher name = RunFileName.VIDEO.matcher(file.getFileName().toString());
            if (name.matches()) {
                videos.add(new VideoFile(
                        file,
                        name.group("stem"),
                        Integer.parseInt(name.group("run")),
                        number(name.group("env")),
                        name.group("viewport") != null,
                        Optional.ofNullable(name.group("camera"))));
            }
        }
        videos.sort(Comparator.comparingInt(VideoFile::run)
                .thenComparingInt(v -> v.envId().orElse(-1)));
        return videos;
    }

    private static OptionalInt number(String digits) {
        return digits == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(digits));
    }
}
