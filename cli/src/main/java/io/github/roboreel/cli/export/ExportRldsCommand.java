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

/** {@code export rlds}: a dataset that TensorFlow Datasets reads. */
@Command(
        name = "rlds",
        description = "Make an RLDS dataset as TensorFlow Datasets keeps it, in DIR/NAME/[CONFIG/]VERSION.",
        optionListHeading = "%nOptions (names may be written with _ for -):%n")
public final class ExportRldsCommand implements io.github.roboreel.cli.Command {
    private final Terminal terminal;
    private final Interruption interruption;

    @Mixin
    FolderOperands folders;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            required = true,
            description = "Folder of all datasets, the data_dir of tfds.load.")
    Path out;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            required = true,
            description = "Name of the dataset: lower case, digits and _.")
    String name;

    @Option(names = "--config", paramLabel = "NAME", description = "Name of a variant of the dataset (default: none).")
    String config;

    @Option(
            names = "--version",
            paramLabel = "X.Y.Z",
            defaultValue = "1.0.0",
            description = "Version of the dataset (default ${DEFAULT-VALUE}).")
    String version;

    @Option(
            names = "--image-format",
            paramLabel = "FORMAT",
            defaultValue = "png",
            description = "png, which loses nothing, or jpeg, which loses a little and takes about twice"
                    + " the room on rendered pictures (default"
                    + " ${DEFAULT-VALUE}).")
    String imageFormat;

    @Option(names = "--append", description = "Add the episodes to a dataset that --append made, if there is one.")
    boolean append;

    @Mixin
    ExportOptions export;

    public ExportRldsCommand(Terminal terminal, Interruption interruption) {
        this.terminal = terminal;
        this.interruption = interruption;
    }

    @Override
    public Outcome call() throws IOException {
        return new ExportSession(export, terminal, interruption).run(folders.paths(), Exporters.rlds(this));
    }
}
