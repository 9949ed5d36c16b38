package io.github.roboreel.tools.report;

/** Meaning of a cell; a colour on a terminal. */
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
