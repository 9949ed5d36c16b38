package io.github.roboreel.cli;

import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.recorder.RecorderException;
import io.github.roboreel.recorder.config.ConfigException;
import io.github.roboreel.recorder.files.OutputExistsException;
import io.github.roboreel.recorder.files.OutputLockedException;
import io.github.roboreel.recorder.hdf5.read.ReaderKilledException;
import io.github.roboreel.simulator.SimulationException;
import io.github.roboreel.tools.resume.ResumeRefusedException;
import io.github.roboreel.tools.resume.UnclosedRunsException;
import java.io.IOException;
import java.nio.file.FileSystemException;

/** Turns what a command throws into one sentence and an outcome. */
public final class FaultReport {
    private final Terminal terminal;
    private final boolean stacktrace;

    FaultReport(Terminal terminal, boolean stacktrace) {
        this.terminal = terminal;
        this.stacktrace = stacktrace;
    }

    Outcome outcomeOf(Command command) {
        try {
            return command.call();
        } catch (BadArgumentException | ConfigException | OutputExistsException | ResumeRefusedException e) {
            return report(e, e.getMessage(), Outcome.BAD_ARGUMENTS);
        } catch (ExportRefusedException | RecorderException | OutputLockedException | SimulationException e) {
            return report(e, e.getMessage(), Outcome.FAILED);
        } catch (UnclosedRunsException e) {
            return report(
                    e,
                    e.getMessage()
                            + ", or let record do both with --recover, which sets aside what cannot"
                            + " be brought back",
                    Outcome.FAILED);
        } catch (ReaderKilledException e) {
            return report(e, e.getMessage(), Outcome.DATA_LOST);
        } catch (IOException e) {
            return report(e, describe(e), Outcome.FAILED);
        } catch (LinkageError e) {
            return report(e, "a library does not load: " + e.getMessage(), Outcome.FAILED);
        } catch (OutOfMemoryError e) {
            return report(
                    e,
                    "out of memory ("
                            + e.getMessage()
                            + "); give Java more with ROBOREEL_JAVA_OPTS=-Xmx4g, or take less at once:"
                            + " fewer envs to record, fewer folders to read",
                    Outcome.FAILED);
        } catch (Exception | Error e) {
            return report(e, "unexpected fault: " + e + "; --stacktrace shows where, please report it", Outcome.FAILED);
        }
    }

    /** The file's name alone says little about what happened to it. */
    public static String describe(IOException e) {
        boolean needsKind = e instanceof FileSystemException || e.getMessage() == null;
        return needsKind ? e.toString() : e.getMessage();
    }

    private Outcome report(Throwable cause, String sentence, Outcome outcome) {
        terminal.say(sentence.replaceAll("\\s*\\R\\s*", " "));
        if (stacktrace) {
            cause.printStackTrace(terminal.err());
        }
        return outcome;
    }
}
