package io.github.roboreel.tools.check.scan;

import java.util.Map;

/** Hears what a scan of a run file finds, in the order of the file. */
interface ScanListener {
    /** The place behind everything: all has been told, and the file is being closed. */
    String END = "/";

    /** Reading goes on at this path; called at least once per block of data. */
    void at(String inside);

    /** Something is wrong. */
    void fault(ValueFault fault);

    /** The file could be opened. */
    void opened(boolean isLive, Map<String, Object> attributes);

    /** How much of the file is dead. */
    void measured(FileSpace space);

    /** A demo has been read. */
    void demo(DemoFacts demo);
}
