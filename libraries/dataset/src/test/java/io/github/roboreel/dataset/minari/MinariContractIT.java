package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.Exporter;
import io.github.roboreel.dataset.ExporterContract;
import io.github.roboreel.dataset.RewardPolicy;
import java.nio.file.Path;

/** Minari keeps what every exporter promises. */
class MinariContractIT extends ExporterContract {
    @Override
    protected Exporter exporter(Path folder) {
        return new MinariExporter(new MinariOptions(
                folder,
                "robolab/banana-v0",
                MinariOptions.DataFormat.HDF5,
                false,
                MinariOptions.Observations.STATES,
                RewardPolicy.SUCCESS,
                false,
                MinariDescription.NONE));
    }

    @Override
    protected Path target(Path folder) {
        return folder.resolve("robolab/banana-v0");
    }
}
