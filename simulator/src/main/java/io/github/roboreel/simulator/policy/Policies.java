package io.github.roboreel.simulator.policy;

import java.util.List;

/** Makes policies by name. */
public final class Policies {
    /** The policy that is used when none is named. */
    public static final String DEFAULT = ScriptedPickAndPlacePolicy.NAME;

    private static final List<String> NAMES =
            List.of(ScriptedPickAndPlacePolicy.NAME, HoldPolicy.NAME, NoisePolicy.NAME);

    private Policies() {}

    /** Names that {@link #create} knows. */
    public static List<String> names() {
        return NAMES;
    }

    /**
     * Makes a policy for one env.
     *
     * @throws IllegalArgumentException listing the known names when there is none of that name
     */
    public static Policy create(String name) {
        switch (name) {
            case ScriptedPickAndPlacePolicy.NAME:
                return new ScriptedPickAndPlacePolicy();
            case HoldPolicy.NAME:
                return new HoldPolicy();
            case NoisePolicy.NAME:
                return new NoisePolicy();
            default:
                throw new IllegalArgumentException(
                        "Unknown policy '" + name + "'; known are " + String.join(", ", NAMES) + ".");
        }
    }
}
