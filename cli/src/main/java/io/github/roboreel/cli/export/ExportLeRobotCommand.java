package io.github.roboreel.cli.export;

import io.github.roboreel.cli.Interruption;
import io.github.roboreel.cli.Outcome;
import io.github.roboreel.cli.commands.FolderOperands;
import io.github.roboreel.cli.ui.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code export lerobot}: a dataset of Hugging Face's LeRobot. */
@Command(
        name = "lerobot",
        description = "Make a LeRobot dataset, version 3.0, in DIR/USER/NAME.",
        optionListHeading = "%nOptions (names may be written with _ for -):%n")
public final class ExportLeRobotCommand implements io.github.roboreel.cli.Command {
    private final Terminal terminal;
    private final Interruption interruption;

    @Mixin
    FolderOperands folders;

    @Option(names = "--out", paramLabel = "DIR", required = true, description = "Folder of all datasets.")
    Path out;

    @Option(
            names = "--repo-id",
            paramLabel = "USER/NAME",
            required = true,
            description = "Name of the dataset, as on the hub.")
    String repoId;

    @Option(
            names = "--robot-type",
            paramLabel = "NAME",
            description = "What the dataset says about the robot, for example franka.")
    String robotType;

    @Option(
            names = "--images",
            paramLabel = "HOW",
            defaultValue = "video",
            description = "Cameras as video (H.264), png (exact) or none (default ${DEFAULT-VALUE}).")
    String images;

    @Mixin
    ExportOptions export;

    public ExportLeRobotCommand(Terminal terminal, Interruption interruption) {
        this.terminal = terminal;
        this.interruption = interruption;
    }

    @Override
    public Outcome call() throws IOException {
        return new ExportSession(export, terminal, interruption).run(folders.paths(), Exporters.leRobot(this));
    }
}
