package io.github.roboreel.tools.merge;

import io.github.roboreel.format.LenientJson;
import io.github.roboreel.format.RunFileName;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.WholeFile;
import io.github.roboreel.recordings.folder.FolderEntries;
import io.github.roboreel.tools.merge.MergePlan.Renumbering;
import io.github.roboreel.tools.merge.SourceLines.RenumberedJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Moves or copies the files of an env into a folder that has runs of it already, under the numbers that are free there.
 * Every method may be run again after a kill.
 *
 * @param trees moves what need not be changed
 * @param copyOnly leave the source as it is
 * @param checkpoint called between any two changes of the disk
 */
record ShardMove(TreeMove trees, boolean copyOnly, Runnable checkpoint, Renumbering numbers) {
    void move(Path from, Path to) throws IOException {
        if (Files.exists(from)) {
            for (Path file : FolderEntries.of(from)) {
                moveFile(file, to);
            }
            if (!copyOnly) {
                checkpoint.run();
                Files.delete(from);
            }
        }
    }

    private void moveFile(Path file, Path folder) throws IOException {
        String name = file.getFileName().toString();
        Optional<RunFileName> ofRun = Files.isRegularFile(file) ? numbers.ofRun(name) : Optional.empty();
        if (ofRun.isEmpty()) {
            trees.move(file, folder.resolve(name + numbers.aside()));
            return;
        }
        Path to = folder.resolve(numbers.nameInTarget(name));
        if (ofRun.get().kind() == RunFileName.Kind.LOG) {
            moveLog(file, to);
        } else {
            trees.move(file, to);
        }
    }

    private void moveLog(Path file, Path to) throws IOException {
        byte[] renumbered = renumbered(file);
        checkpoint.run();
        if (!Files.exists(to)) {
            WholeFile.write(to, renumbered);
        } else if (!Arrays.equals(Files.readAllBytes(to), renumbered)) {
            throw new IOException(
                    to + " is not what " + file + " becomes, so the latter was kept; find out which is right");
        }
        checkpoint.run();
        if (!copyOnly) {
            Files.delete(file);
        }
    }

    /** A log that is no JSON stays as it is, for check to name it. */
    private byte[] renumbered(Path log) throws IOException {
        byte[] bytes = Files.readAllBytes(log);
        try {
            return RenumberedJson.ofLog(bytes, LenientJson.trees().readTree(bytes), numbers);
        } catch (IOException e) {
            return bytes;
        }
    }

    /** Writes that all runs of the env are complete; true only when the last of its shards is there. */
    void writeRunComplete(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(TreeMove.UNFINISHED));
        Path file = folder.resolve(RunFolder.RUN_COMPLETE);
        byte[] complete = numbers.runComplete().getBytes(StandardCharsets.UTF_8);
        if (Files.exists(file)) {
            if (Arrays.equals(Files.readAllBytes(file), complete)) {
                return;
            }
            Files.move(file, file.resolveSibling(RunFolder.RUN_COMPLETE + numbers.aside() + "-before"));
            checkpoint.run();
        }
        if (complete.length > 0) {
            WholeFile.write(file, complete);
        }
    }
}
