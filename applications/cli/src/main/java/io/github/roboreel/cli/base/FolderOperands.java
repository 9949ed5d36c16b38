package io.github.roboreel.cli.base;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recordings.folder.FolderArguments;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The output folders that a reading command takes. */
public final class FolderOperands {
    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    // Not 1..*: an option with many values would swallow the folders, and the message must say so.
    @Parameters(
            paramLabel = "FOLDER",
            arity = "0..*",
            description = "Output folders, or patterns of them (quote them: 'output/2026-*'). Name them"
                    + " before options that take several values.")
    List<String> names = new ArrayList<>();

    /** Folders that exist. */
    public List<Path> paths() {
        if (names.isEmpty()) {
            throw RoboReelException.badArgument(
                    "no folder given; name the output folders right after '%s' (see %s --help)",
                    command.name(), command.qualifiedName());
        }
        return Arguments.checked(() -> FolderArguments.expand(names));
    }
}
