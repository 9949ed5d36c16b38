package io.github.roboreel.dataset.trajectories;

import io.github.roboreel.dataset.DatasetFormat;
import io.github.roboreel.dataset.Importer;
import java.util.Optional;
import java.util.function.Supplier;

/** Datasets of one layout. */
abstract class TrajectoryFormat implements DatasetFormat {
    private final Supplier<TrajectoryLayout> layouts;
    private final TrajectoryLayout layout;

    TrajectoryFormat(Supplier<TrajectoryLayout> layouts) {
        this.layouts = layouts;
        layout = layouts.get();
    }

    @Override
    public final String name() {
        return layout.name();
    }

    @Override
    public final String description() {
        return layout.description();
    }

    @Override
    public final boolean hasExporter() {
        return false;
    }

    @Override
    public final Optional<Importer> importer() {
        return Optional.of(new Importer(
                layout.description(),
                place -> layout.recognises(place),
                dataset -> TrajectoryDataset.open(layouts.get(), dataset)));
    }
}
