package io.github.roboreel.tools.check;

/** How bad a finding is. */
public enum Severity {
    /** Something is missing, unreadable or contradicts something else. */
    ERROR,
    /** Worth knowing, and no damage: another recorder's habit, or a recording that goes on. */
    NOTE
}
