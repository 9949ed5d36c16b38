package io.github.roboreel.dataset.robomimic;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.RewardPolicy;
import java.nio.file.Path;

/**
 * What a robomimic export is to be.
 *
 * @param out the file to make
 * @param validFraction share of the demos that validate, at least 0 and below 1; 0 for none
 * @param seed of the draw that selects which ones
 * @param reward where rewards come from
 * @param nextObs whether observations are written a second time, as those after each action, where they can be
 */
public record RobomimicOptions(Path out, double validFraction, long seed, RewardPolicy reward, boolean nextObs) {
    /**
     * Checks them.
     *
     * @throws ExportRefusedException when the share is none
     */
    public RobomimicOptions {
        if (!(validFraction >= 0 && validFraction < 1)) {
            throw new ExportRefusedException(
                    "the share of demos for validation is " + validFraction + ", but must be at least 0 and below 1");
        }
    }

    /** With the observations after each action. */
    public RobomimicOptions(Path out, double validFraction, long seed, RewardPolicy reward) {
        this(out, validFraction, seed, reward, true);
    }
}
