package io.github.roboreel.cli;

import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.Terminal;
import io.github.roboreel.recorder.Checkout;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a command in this JVM and keeps what it wrote. */
public record InProcess(Outcome outcome, String out, String err) {
    /** The repository's root, where {@code config/} is. */
    public static final Path HOME = Checkout.file("");

    public static InProcess run(String... args) {
        return runAt(HOME, args);
    }

    /** Runs {@code record} as if the program were started in the folder, whose {@code output} it records into. */
    static InProcess record(Path folder, String... options) {
        List<String> arguments = new ArrayList<>(List.of("record", "--output-dir=" + folder.resolve("output")));
        arguments.addAll(List.of(options));
        return run(arguments.toArray(String[]::new));
    }

    /** As {@link #run}, with the {@code config/} of another home. */
    static InProcess runAt(Path home, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(printer(out), printer(err), false, () -> 80);
        Outcome outcome = new Main(terminal, home, new Interruption()).run(args);
        return new InProcess(outcome, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    public int exitCode() {
        return outcome.exitCode();
    }

    private static PrintStream printer(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
