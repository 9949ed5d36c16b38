package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.Exporter;
import io.github.roboreel.dataset.ExporterContract;
import io.github.roboreel.dataset.RewardPolicy;
import java.nio.file.Path;
import java.util.Optional;

/** Rlds keeps what every exporter promises. */
class RldsContractIT extends ExporterContract {
    @Override
    protected Exporter exporter(Path folder) {
        return new RldsExporter(new RldsOptions(
                folder, "banana", Optional.empty(), "1.0.0", RldsOptions.ImageFormat.PNG, RewardPolicy.SUCCESS, false));
    }

    @Override
    protected Path target(Path folder) {
        return folder.resolve("banana/1.0.0");
    }
}
