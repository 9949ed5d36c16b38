package io.github.roboreel.cli;

import io.github.roboreel.format.fault.RoboReelException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The run file or output folder that a command looks into. */
final class RecordingOperand {
    @Spec(Spec.Target.MIXEE)
    CommandSpec command;

    // Not required: an option with many values would swallow the path, and the message must say so.
    @Parameters(
            paramLabel = "RUN.hdf5|FOLDER",
            arity = "0..1",
            description = "A run file, for example run_0.hdf5 in its env folder, or an output folder. Name it before"
                    + " options that take several values.")
    Path path;

    /**
     * One that exists.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when none is given or there is none
     */
    public Path path() {
        if (path == null) {
            throw RoboReelException.badArgument(
                    "no folder given; name the run file or output folder right after '%s' (see %s --help)",
                    command.name(), command.qualifiedName());
        }
        if (!Files.exists(path)) {
            throw RoboReelException.badArgument("there is no %s; give a run file or an output folder", path);
        }
        return path;
    }
}
