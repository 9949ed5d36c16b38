package io.github.roboreel.tools.report;

/** How a cell is meant; a colour on a terminal. */
public enum Tone {
    /** Says nothing. */
    PLAIN,
    /** It went well. */
    GOOD,
    /** It went wrong. */
    BAD,
    /** It is not known. */
    UNKNOWN
}
