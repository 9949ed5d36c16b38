package io.github.roboreel.dataset.robomimic;

import io.github.roboreel.dataset.Exporter;
import io.github.roboreel.dataset.ExporterContract;
import io.github.roboreel.dataset.RewardPolicy;
import java.nio.file.Path;

/** Robomimic keeps what every exporter promises. */
class RobomimicContractIT extends ExporterContract {
    @Override
    protected Exporter exporter(Path folder) {
        return new RobomimicExporter(
                new RobomimicOptions(folder.resolve("out/banana.hdf5"), 0.25, 1, RewardPolicy.SUCCESS));
    }

    @Override
    protected Path target(Path folder) {
        return folder.resolve("out/banana.hdf5");
    }
}
