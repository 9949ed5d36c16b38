package io.github.roboreel.recorder.schema;

/** Point of an episode at which a field is given. */
public enum FieldPhase {
    /** Once, with {@code begin}: the state the episode starts from. */
    INITIAL,
    /** With every step. */
    STEP,
    /** At most once, with {@code end}: the observation after the last action. */
    FINAL;

    /** The name used in schema files, for example {@code step}. */
    public String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
