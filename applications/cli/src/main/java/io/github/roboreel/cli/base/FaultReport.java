package io.github.roboreel.cli.base;

import io.github.roboreel.format.fault.Advice;
import io.github.roboreel.format.fault.Fault;
import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.ShellWord;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.concurrent.Callable;

/** Report of what a command throws: one sentence, and the outcome that its kind stands for. */
public final class FaultReport {
    private static final String MORE_MEMORY = "give Java more with ROBOREEL_JAVA_OPTS=-Xmx4g, or ";

    private final Terminal terminal;
    private final boolean stacktrace;

    public FaultReport(Terminal terminal, boolean stacktrace) {
        this.terminal = terminal;
        this.stacktrace = stacktrace;
    }

    public Outcome outcomeOf(Callable<Outcome> command) {
        try {
            return command.call();
        } catch (Exception | Error e) {
            terminal.say(text(e).replaceAll("\\s*\\R\\s*", " "));
            if (stacktrace) {
                e.printStackTrace(terminal.err());
            }
            return outcome(e);
        }
    }

    private static Outcome outcome(Throwable e) {
        if (!(e instanceof Fault fault)) {
            return Kind.of(e) == Kind.LEADS_OUTSIDE ? Outcome.DATA_LOST : Outcome.FAILED;
        }
        return switch (fault.kind()) {
            case BAD_ARGUMENT, CONFLICT -> Outcome.BAD_ARGUMENTS;
            case DAMAGED, LEADS_OUTSIDE -> Outcome.DATA_LOST;
            default -> Outcome.FAILED;
        };
    }

    private static String text(Throwable e) {
        if (e instanceof Fault fault) {
            return sentence(fault) + alternative(fault);
        }
        if (e instanceof IOException io) {
            return describe(io);
        }
        if (e instanceof LinkageError) {
            return "a library does not load: " + e.getMessage();
        }
        if (e instanceof OutOfMemoryError) {
            return "out of memory (" + e.getMessage() + "); " + MORE_MEMORY
                    + "take less at once: fewer envs to record, fewer folders to read";
        }
        return "unexpected fault: " + e + "; --stacktrace shows where, please report it";
    }

    /** The sentence of a failure, with its advice in words. */
    public static String sentence(Fault fault) {
        return fault.getMessage() + fault.advice().map(FaultReport::words).orElse("");
    }

    private static String words(Advice advice) {
        return switch (advice.action()) {
            case RECOVER ->
                "; bring back what is there with ./roboreel recover " + ShellWord.of(advice.subject())
                        + " and record again";
            case MERGE -> " (folders are put together with: " + Operation.MERGE.command() + ")";
            case ADD_MEMORY -> "; " + MORE_MEMORY + "record fewer envs";
            case CHOOSE_DISK ->
                ", or make the new file on another disk with --work-dir DIR, or complete the old one with --in-place";
            case CHOOSE_EPISODES -> "; to go on without it choose others with --episodes or --env-name";
            case MOVE_FILE_AWAY -> "; to go on without it move the file away, or choose other envs with --env-name";
        };
    }

    /** Only for who is not asked whether to recover. */
    private static String alternative(Fault fault) {
        return fault.kind() == Kind.UNCLOSED
                ? ", or let record do both with --recover, which sets aside what cannot be brought back"
                : "";
    }

    /** The file's name alone says little about what happened to it. */
    public static String describe(IOException e) {
        boolean needsKind = e instanceof FileSystemException || e.getMessage() == null;
        return needsKind ? e.toString() : e.getMessage();
    }
}
