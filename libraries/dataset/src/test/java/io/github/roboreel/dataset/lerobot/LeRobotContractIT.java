package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.Exporter;
import io.github.roboreel.dataset.ExporterContract;
import io.github.roboreel.dataset.RewardPolicy;
import java.nio.file.Path;
import java.util.Optional;

/** LeRobot keeps what every exporter promises. */
class LeRobotContractIT extends ExporterContract {
    @Override
    protected Exporter exporter(Path folder) {
        return new LeRobotExporter(new LeRobotOptions(
                        folder, "lab/banana", Optional.of("franka"), LeRobotOptions.Images.PNG, RewardPolicy.SUCCESS)
                .withFields(LeRobotOptions.Fields.ALL));
    }

    @Override
    protected Path target(Path folder) {
        return folder.resolve("lab/banana");
    }
}
