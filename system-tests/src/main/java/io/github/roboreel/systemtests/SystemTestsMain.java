package io.github.roboreel.systemtests;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.systemtests.soak.SoakCommand;
import io.github.roboreel.systemtests.torture.TortureCommand;
import io.github.roboreel.systemtests.torture.TortureLoopCommand;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Entry point of {@code ./roboreel torture}, {@code torture-loop} and {@code soak}. Exit codes: 0 done, 1 failed, 2 bad
 * arguments, 3 done and found data lost.
 */
@Command(
        name = "roboreel",
        description = "Tests the whole recorder for a long time or through crashes, from a checkout.",
        mixinStandardHelpOptions = true,
        subcommands = {TortureCommand.class, TortureLoopCommand.class, SoakCommand.class})
public final class SystemTestsMain implements Runnable {
    @Spec
    private CommandSpec spec;

    SystemTestsMain() {}

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] args) {
        PrintWriter out = new PrintWriter(System.out, true);
        PrintWriter err = new PrintWriter(System.err, true);
        System.exit(run(out, err, args));
    }

    static int run(PrintWriter out, PrintWriter err, String... args) {
        return new CommandLine(new SystemTestsMain())
                .setOut(out)
                .setErr(err)
                .setExecutionExceptionHandler((failure, command, parsed) -> report(failure, command, err))
                .execute(args);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "which test? expected torture, torture-loop or soak");
    }

    /** A refused argument is the caller's mistake; anything else is a failure of the test. */
    private static int report(Exception failure, CommandLine command, PrintWriter err) {
        String message = Sentence.reasonOf(failure);
        err.println(command.getCommandName() + ": " + message);
        return failure instanceof IllegalArgumentException ? CommandLine.ExitCode.USAGE : CommandLine.ExitCode.SOFTWARE;
    }
}
