package io.github.roboreel.tools.report;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.NewerFormatException;
import io.github.roboreel.recorder.OutputLock;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * Output folders whose results are to be shown.
 *
 * @param folders those that could be opened, in the order given
 * @param problems what could not be read, or is doubtful; a folder without results is one
 */
public record Sources(List<ResultFolder> folders, List<FileFault> problems) {
    public Sources {
        folders = List.copyOf(folders);
        problems = List.copyOf(problems);
    }

    /** Opens folders that exist. */
    public static Sources read(Collection<Path> paths) {
        List<ResultFolder> folders = new ArrayList<>();
        List<FileFault> problems = new ArrayList<>();
        paths.stream().map(path -> read(path, path.toString())).forEach(source -> {
            folders.addAll(source.folders());
            problems.addAll(source.problems());
        });
        return new Sources(folders, problems);
    }

    /**
     * Opens one folder that exists.
     *
     * @param name what results call it, for example the place that it is a copy of
     */
    public static Sources read(Path path, String name) {
        try {
            ResultFolder folder = ResultFolder.open(path).named(name);
            List<FileFault> problems = new ArrayList<>(folder.problems());
            if (folder.episodes().isEmpty()) {
                problems.add(folder.named(withoutResults(folder)));
            }
            return new Sources(List.of(folder), problems);
        } catch (NewerFormatException e) {
            FileFault newer = FileFault.leftOut(e.file(), e.problem(), NewerFormatException.ADVICE);
            return new Sources(List.of(), List.of(newer.renamed(path, name)));
        } catch (IOException e) {
            FileFault unread =
                    FileFault.leftOut(path, "cannot be read (" + Sentence.reasonOf(e) + ")", "check the folder");
            return new Sources(List.of(), List.of(unread.renamed(path, name)));
        }
    }

    private static FileFault withoutResults(ResultFolder folder) {
        if (holdsOutputFolders(folder.path())) {
            return FileFault.leftOut(
                    folder.path(),
                    "holds output folders, but no results of its own",
                    "name the folders in it, for example '" + folder.path() + "/*'");
        }
        if (OutputLock.holderOf(folder.path()) == OutputLock.Holder.LIVING) {
            return FileFault.doubtful(
                    folder.path(), 0, "is being recorded, and no episode has a result yet", "ask again later");
        }
        if (folder.isEmpty()) {
            return FileFault.leftOut(folder.path(), "holds no results", "give the folder that a recording made");
        }
        return FileFault.leftOut(
                folder.path(),
                folder.resultsFile().isPresent()
                        ? "holds recordings, but no line of its results can be read"
                        : "holds recordings, but no " + RunFolder.RESULTS,
                "re-create the results with: " + Operation.REBUILD.command(folder.path()));
    }

    private static boolean holdsOutputFolders(Path path) {
        try (Stream<Path> entries = Files.list(path)) {
            return entries.anyMatch(e ->
                    Files.exists(e.resolve(RunFolder.RESULTS)) || Files.exists(e.resolve(RunFolder.LEGACY_RESULTS)));
        } catch (IOException e) {
            return false;
        }
    }
}
