package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.RewardPolicy;
import java.nio.file.Path;
import java.util.Objects;

/**
 * What kind of Minari dataset to make.
 *
 * @param root folder of all datasets, what {@code MINARI_DATASETS_PATH} names
 * @param id of the dataset, for example {@code robolab/banana-v0}; its folder is {@code root/id}
 * @param dataFormat how arrays are stored
 * @param legacy whether Minari 0.4 must read it, too
 * @param observations what becomes of the T + 1 observations of T actions
 * @param reward where rewards come from
 * @param append whether an existing dataset of that id gets further episodes
 * @param description what is said of the dataset and its namespace
 */
public record MinariOptions(
        Path root,
        String id,
        DataFormat dataFormat,
        boolean legacy,
        Observations observations,
        RewardPolicy reward,
        boolean append,
        MinariDescription description) {

    /** How arrays are stored. */
    public enum DataFormat {
        /** One HDF5 file; every version of Minari reads it. */
        HDF5,
        /** One Arrow file per episode; Minari reads it with pyarrow. */
        ARROW
    }

    /** What the observations of a dataset are. */
    public enum Observations {
        /** States, where each of them has its initial value in every episode, else obs. */
        AUTO,
        /** {@code initial_state} and then {@code states}: exactly T + 1. */
        STATES,
        /** {@code obs} and then {@code final_obs}; without the latter, the last action goes. */
        OBS
    }

    /**
     * Checks the combination.
     *
     * @throws ExportRefusedException when there is no such dataset
     */
    public MinariOptions {
        Objects.requireNonNull(root, "root");
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(dataFormat, "dataFormat");
        Objects.requireNonNull(observations, "observations");
        Objects.requireNonNull(reward, "reward");
        Objects.requireNonNull(description, "description");
        if (legacy && dataFormat == DataFormat.ARROW) {
            throw new ExportRefusedException(
                    "Minari 0.4 reads HDF5 only; choose the HDF5 format, or do without the legacy layout");
        }
    }

    /** The same with other observations. */
    MinariOptions with(Observations chosen) {
        return new MinariOptions(root, id, dataFormat, legacy, chosen, reward, append, description);
    }
}
