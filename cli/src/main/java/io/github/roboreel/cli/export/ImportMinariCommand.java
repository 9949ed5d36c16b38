package io.github.roboreel.cli.export;

import io.github.roboreel.cli.Interruption;
import io.github.roboreel.cli.Outcome;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.dataset.imports.MinariImport;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code import minari}: a Minari dataset becomes an output folder. */
@Command(
        name = "minari",
        description = "Record a Minari dataset (HDF5) anew.",
        optionListHeading = "%nOptions (names may be written with _ for -):%n")
public final class ImportMinariCommand implements io.github.roboreel.cli.Command {
    private final Terminal terminal;
    private final Interruption interruption;

    @Mixin
    ImportOptions options;

    public ImportMinariCommand(Terminal terminal, Interruption interruption) {
        this.terminal = terminal;
        this.interruption = interruption;
    }

    @Override
    public Outcome call() throws IOException {
        return new ImportSession(options, terminal, interruption)
                .run(progress -> new MinariImport(options.path, options.outputDir).run(progress));
    }
}
