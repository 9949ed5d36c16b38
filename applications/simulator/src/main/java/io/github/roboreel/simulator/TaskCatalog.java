package io.github.roboreel.simulator;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The task files of a folder; a task's name is its file's name without {@code .yaml}. Immutable. */
final class TaskCatalog {
    /** The task that is used when none is named. */
    static final String DEFAULT_TASK = "BananaInBowlTask";

    private static final String SUFFIX = ".yaml";

    private final Path folder;
    private final List<String> names;

    private TaskCatalog(Path folder, List<String> names) {
        this.folder = folder;
        this.names = names;
    }

    /**
     * Lists a folder's task files; they are read when asked for.
     *
     * @throws IllegalArgumentException when the folder holds no task file
     */
    static TaskCatalog open(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("Task folder " + folder + " does not exist.");
        }
        try (Stream<Path> files = Files.list(folder)) {
            List<String> names = files.map(file -> file.getFileName().toString())
                    .filter(file -> file.endsWith(SUFFIX))
                    .map(file -> file.substring(0, file.length() - SUFFIX.length()))
                    .sorted()
                    .toList();
            if (names.isEmpty()) {
                throw new IllegalArgumentException("Task folder " + folder + " holds no .yaml file.");
            }
            return new TaskCatalog(folder, names);
        } catch (IOException e) {
            throw new UncheckedIOException("Task folder " + folder + " cannot be listed: " + e, e);
        }
    }

    /** Names of the tasks, sorted. */
    List<String> names() {
        return names;
    }

    /**
     * Reads a task.
     *
     * @throws IllegalArgumentException listing the known tasks when there is none of that name
     * @throws RoboReelException of kind {@link Kind#BAD_ARGUMENT}, when the file is faulty, or its name key differs
     *     from the file's name
     */
    TaskDefinition get(String name) {
        if (!names.contains(name)) {
            throw new IllegalArgumentException(
                    "Unknown task '" + name + "'; known are " + String.join(", ", names) + ".");
        }
        Path file = folder.resolve(name + SUFFIX);
        TaskDefinition task = TaskDefinition.load(file);
        if (!task.name().equals(name)) {
            throw new RoboReelException(
                    Kind.BAD_ARGUMENT,
                    Sentence.of(
                            "Task file %s: name: expected '%s' like the file, given '%s'.", file, name, task.name()));
        }
        return task;
    }
}
