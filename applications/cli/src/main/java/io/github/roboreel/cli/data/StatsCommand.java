package io.github.roboreel.cli.data;

import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.cli.ui.NewFile;
import io.github.roboreel.cli.ui.Outcome;
import io.github.roboreel.cli.ui.Terminal;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code stats}: statistics of the values of fields. */
@Command(
        name = "stats",
        description = {
            "Show count, mean, standard deviation, range and quantiles of each element of each field.",
            "",
            "Pictures of uint8 count by channel. The deviation is that of the population; NaNs are counted apart."
                    + " Quantiles are exact for up to 4096 distinct values of an element, close estimates beyond;"
                    + " they do not depend on the order of the values."
        })
public final class StatsCommand implements io.github.roboreel.cli.base.Command {
    private final Terminal terminal;
    private final Interruption interruption;

    @Mixin
    PlaceOptions places;

    @Mixin
    StatsForm form;

    @Option(names = "--quiet", description = "Show no progress, only what went wrong.")
    boolean quiet;

    public StatsCommand(Terminal terminal, Interruption interruption) {
        this.terminal = terminal;
        this.interruption = interruption;
    }

    @Override
    public Outcome call() throws IOException {
        ReadRequest request = places.request();
        form.requireOne();
        Optional<NewFile> file = form.newFile();
        StatsSession session = new StatsSession(terminal, interruption, request, quiet);
        return session.show(found -> form.of(found, terminal), file);
    }
}
