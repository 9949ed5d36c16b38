package io.github.roboreel.cli;

import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.cli.ui.Outcome;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.recorder.Checkout;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Runs a command in this JVM and keeps what it wrote. */
public record InProcess(Outcome outcome, String out, String err) {
    /** The repository's root, where {@code config/} is. */
    public static final Path HOME = Checkout.file("");

    public static InProcess run(String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Terminal terminal = new Terminal(printer(out), printer(err), false, () -> 80);
        Outcome outcome = new Main(terminal, HOME, new Interruption()).run(args);
        return new InProcess(outcome, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream printer(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
