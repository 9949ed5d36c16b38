package io.github.roboreel.recordings.folder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.format.LenientJson;
import io.github.roboreel.format.RunComplete;
import io.github.roboreel.format.RunFileName;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.RunHeader;
import io.github.roboreel.format.UploadMark;
import io.github.roboreel.recorder.NewerFormatException;
import io.github.roboreel.recordings.folder.EnvFolder.LogFile;
import io.github.roboreel.recordings.folder.EnvFolder.RunFile;
import io.github.roboreel.recordings.folder.EnvFolder.VideoFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lists a folder and sorts its files by their names. */
final class EnvFolderReader {
    private final List<FileFault> problems;
    private final Set<Path> removed;

    /**
     * Of the env folders of an output folder.
     *
     * @param problems where what cannot be read is added
     */
    EnvFolderReader(Path outputFolder, List<FileFault> problems) {
        this.problems = problems;
        this.removed = removed(outputFolder);
    }

    /** Files that were removed after their upload; some of them may be back. */
    private Set<Path> removed(Path outputFolder) {
        Path marks = outputFolder.resolve(RunFolder.UPLOADED);
        if (!Files.isRegularFile(marks)) {
            return Set.of();
        }
        try (Stream<String> lines = Files.lines(marks)) {
            return lines.flatMap(line -> UploadMark.parse(line).stream())
                    .filter(UploadMark::wasRemoved)
                    .map(mark -> outputFolder.resolve(mark.file()))
                    .collect(Collectors.toSet());
        } catch (IOException | UncheckedIOException | InvalidPathException e) {
            problems.add(FileFault.leftOut(
                    marks, "cannot be read (" + e.getMessage() + "), so what was uploaded is unknown", "mend it"));
            return Set.of();
        }
    }

    /**
     * The folder's contents; empty when it is no env folder.
     *
     * @throws io.github.roboreel.recorder.NewerFormatException when {@code run_complete.json} is of a newer version
     */
    Optional<EnvFolder> read(Path folder) throws IOException {
        List<Path> entries = FolderEntries.of(folder);
        boolean hasConfig = entries.contains(folder.resolve(RunFolder.ENV_CONFIG));
        if (runs(entries).isEmpty() && !hasConfig) {
            return Optional.empty();
        }
        entries.stream()
                .filter(e -> !Files.isRegularFile(e) && isExpected(e))
                .map(FileFault::noRegularFile)
                .forEach(problems::add);
        List<Path> files = entries.stream().filter(Files::isRegularFile).toList();
        Optional<RunComplete> complete = runComplete(folder.resolve(RunFolder.RUN_COMPLETE));
        JsonNode config = json(folder.resolve(RunFolder.ENV_CONFIG), "its time step is unknown")
                .orElse(MissingNode.getInstance());
        Set<Path> gone = removed.stream()
                .filter(file -> folder.equals(file.getParent()) && Files.notExists(file))
                .collect(Collectors.toSet());
        return Optional.of(new EnvFolder(folder, config, complete, runs(files), logs(files), videos(files), gone));
    }

    private Optional<RunComplete> runComplete(Path promise) throws NewerFormatException {
        JsonNode json = json(promise, "what the recorder promised is unknown").orElse(MissingNode.getInstance());
        if (!json.isObject()) {
            return Optional.empty();
        }
        RunComplete complete = LenientJson.bind(json, RunComplete.class);
        NewerFormatException.requireKnown(promise, complete.formatVersion(), RunHeader.VERSION);
        return Optional.of(complete);
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
            return Optional.of(LenientJson.read(file));
        } catch (IOException e) {
            String problem = "is not JSON, so " + consequence + " (" + LenientJson.reason(e) + ")";
            problems.add(FileFault.leftOut(file, problem, "mend it or copy it again"));
            return Optional.empty();
        }
    }

    private static List<RunFile> runs(List<Path> files) {
        Stream<RunFile> legacy = files.stream()
                .filter(file -> file.endsWith(RunFolder.LEGACY_RUN_FILE))
                .map(file -> new RunFile(file, OptionalInt.empty()));
        Stream<RunFile> numbered =
                named(files, RunFileName.RUN, (file, name) -> new RunFile(file, number(name.group("run"))));
        return Stream.concat(numbered, legacy).toList();
    }

    private static List<LogFile> logs(List<Path> files) {
        return named(files, RunFileName.LOG, EnvFolderReader::log)
                .sorted(Comparator.comparingInt(log -> log.envId().orElse(-1)))
                .toList();
    }

    private static LogFile log(Path file, Matcher name) {
        return new LogFile(file, Integer.parseInt(name.group("run")), number(name.group("env")));
    }

    private static List<VideoFile> videos(List<Path> files) {
        return named(files, RunFileName.VIDEO, EnvFolderReader::video)
                .sorted(Comparator.comparingInt(video -> video.envId().orElse(-1)))
                .toList();
    }

    private static VideoFile video(Path file, Matcher name) {
        return new VideoFile(
                file,
                name.group("stem"),
                Integer.parseInt(name.group("run")),
                number(name.group("env")),
                name.group("viewport") != null,
                Optional.ofNullable(name.group("camera")));
    }

    /** Files whose names are of a kind. */
    private static <T> Stream<T> named(List<Path> files, Pattern kind, BiFunction<Path, Matcher, T> file) {
        return files.stream().flatMap(path -> {
            Matcher name = kind.matcher(path.getFileName().toString());
            return name.matches() ? Stream.of(file.apply(path, name)) : Stream.empty();
        });
    }

    private static OptionalInt number(String digits) {
        return digits == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(digits));
    }
}
