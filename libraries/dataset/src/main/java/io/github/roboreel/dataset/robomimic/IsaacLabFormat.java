package io.github.roboreel.dataset.robomimic;

import io.github.roboreel.dataset.DatasetFormat;
import io.github.roboreel.dataset.Importer;
import java.util.Optional;

/** Isaac Lab's datasets, to be imported: robomimic's layout, with poses in an order of quaternions of their own. */
public final class IsaacLabFormat implements DatasetFormat {
    @Override
    public String name() {
        return "isaaclab";
    }

    @Override
    public String description() {
        return "Import the episodes of a file of Isaac Lab's recorder.";
    }

    @Override
    public boolean hasExporter() {
        return false;
    }

    /** {@inheritDoc} A place looks like a robomimic file, which it is read as. */
    @Override
    public Optional<Importer> importer() {
        return Optional.of(new Importer(description(), file -> false, dataset -> RobomimicDataset.open(dataset)));
    }
}
