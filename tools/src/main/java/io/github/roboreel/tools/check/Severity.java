package io.github.roboreel.tools.check;

/** Severity of a finding. */
public enum Severity {
    /** Something is missing, unreadable or contradicts something else. */
    ERROR,
    /** Worth knowing, and no damage: another recorder's habit, or a recording that goes on. */
    NOTE
}
