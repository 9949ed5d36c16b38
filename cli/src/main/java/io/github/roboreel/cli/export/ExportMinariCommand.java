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

/** {@code export minari}: a dataset of Farama's Minari. */
@Command(
        name = "minari",
        description = "Make a Minari dataset: T + 1 observations, T actions per episode.",
        optionListHeading = "%nOptions (names may be written with _ for -):%n")
public final class ExportMinariCommand implements io.github.roboreel.cli.Command {
    private final Terminal terminal;
    private final Interruption interruption;

    @Mixin
    FolderOperands folders;

    @Option(
            names = "--root",
            paramLabel = "DIR",
            required = true,
            description = "Folder of all Minari datasets, what MINARI_DATASETS_PATH names.")
    Path root;

    @Option(
            names = "--id",
            paramLabel = "ID",
            required = true,
            description = "Name of the dataset, for example robolab/banana-v0.")
    String id;

    @Option(
            names = "--data-format",
            paramLabel = "FORMAT",
            defaultValue = "hdf5",
            description = "hdf5, or arrow, which Minari reads from 0.5.2 on (default ${DEFAULT-VALUE}).")
    String dataFormat;

    @Option(names = "--legacy", description = "Minari 0.4.3 can load the dataset, too (0.4.0 to 0.4.2 cannot).")
    boolean legacy;

    @Option(
            names = "--observations",
            paramLabel = "WHICH",
            defaultValue = "states",
            description = "states: initial_state, then states, exactly T + 1; obs: the policy's view, then"
                    + " final_obs (default ${DEFAULT-VALUE}).")
    String observations;

    @Option(names = "--append", description = "Add the episodes to a dataset of that name, if there is one.")
    boolean append;

    @Mixin
    ExportOptions export;

    public ExportMinariCommand(Terminal terminal, Interruption interruption) {
        this.terminal = terminal;
        this.interruption = interruption;
    }

    @Override
    public Outcome call() throws IOException {
        return new ExportSession(export, terminal, interruption).run(folders.paths(), Exporters.minari(this));
    }
}
