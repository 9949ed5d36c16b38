package io.github.roboreel.cli.data;

import io.github.roboreel.cli.base.Arguments;
import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.cli.base.PositiveNumber;
import io.github.roboreel.cli.ui.Outcome;
import io.github.roboreel.cli.ui.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sample}: random steps as JSON lines. */
@Command(
        name = "sample",
        description = {
            "Print random steps, one JSON object per line.",
            "",
            "Each step of all episodes is as likely as any other, none comes twice, and they are printed"
                    + " in the order of the data. The same seed gives the same steps of the same places."
                    + " NaN and infinities are null. Pictures are PNG files in the folder of --images,"
                    + " under the name that the line gives; without it the line gives their shape."
        })
public final class SampleCommand implements io.github.roboreel.cli.base.Command {
    private final Terminal terminal;
    private final Interruption interruption;

    @Mixin
    PlaceOptions places;

    @Option(
            names = {"-n", "--steps"},
            paramLabel = "N",
            defaultValue = "5",
            converter = PositiveNumber.class,
            description = "How many steps (default ${DEFAULT-VALUE}).")
    int steps;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "0",
            description = "Seed of the choice (default ${DEFAULT-VALUE}).")
    long seed;

    @Option(names = "--images", paramLabel = "DIR", description = "Folder to write pictures into; must not exist.")
    Path images;

    public SampleCommand(Terminal terminal, Interruption interruption) {
        this.terminal = terminal;
        this.interruption = interruption;
    }

    @Override
    public Outcome call() throws IOException {
        ReadRequest request = places.request();
        if (images != null) {
            Arguments.requireAbsent(images, "another --images");
        }
        return new SampleSession(terminal, interruption, request, images).print(steps, seed);
    }
}
