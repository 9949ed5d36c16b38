package io.github.roboreel.cli.base;

import io.github.roboreel.cli.ui.Outcome;
import io.github.roboreel.format.fault.RoboReelException;

/** Action of one command, run once its options are parsed. */
public interface Command {
    /**
     * Runs the command.
     *
     * @return how it went
     * @throws RoboReelException when it was asked for something that cannot be
     */
    Outcome call() throws Exception;

    /** What is said when the user ends it before it is done. */
    default String parting() {
        return "interrupted before it was done; run it again";
    }
}
