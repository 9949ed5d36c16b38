package io.github.roboreel.cli.base;

import io.github.roboreel.format.fault.RoboReelException;
import java.nio.file.Path;

/** A command of the program, run once its options are parsed. What it works with is set before. */
public abstract class CliCommand {
    protected Terminal terminal;

    /** The folder of the installation. */
    protected Path home;

    protected Interruption interruption;

    /** Sets what it works with. */
    public final void with(Terminal terminal, Path home, Interruption interruption) {
        this.terminal = terminal;
        this.home = home;
        this.interruption = interruption;
    }

    /**
     * Runs the command.
     *
     * @return how it went
     * @throws RoboReelException when it was asked for something that cannot be
     */
    public abstract Outcome call() throws Exception;

    /** What is said when the user ends it before it is done. */
    public String parting() {
        return "interrupted before it was done; run it again";
    }
}
