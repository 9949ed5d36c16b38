package io.github.roboreel.dataset.robomimic;

import io.github.roboreel.dataset.DatasetArguments;
import io.github.roboreel.dataset.DatasetFormat;
import io.github.roboreel.dataset.DatasetOption;
import io.github.roboreel.dataset.Exporter;
import io.github.roboreel.dataset.Importer;
import java.util.List;
import java.util.Optional;

/** robomimic's datasets: one HDF5 file each. */
public final class RobomimicFormat implements DatasetFormat {
    private static final String OUT = "--out";
    private static final String EXCLUDE_NEXT_OBS = "--exclude-next-obs";

    @Override
    public String name() {
        return "robomimic";
    }

    @Override
    public String description() {
        return "Put all episodes into one HDF5 file with train and valid masks.";
    }

    @Override
    public List<DatasetOption> options() {
        return List.of(
                DatasetOption.path(OUT, "FILE", "The file to write; must not exist.")
                        .required(),
                DatasetOption.number("--valid-fraction", "F", 0.1, "Part of the episodes that is for validation."),
                DatasetOption.whole("--seed", "N", 0, "Seed of the choice for validation."),
                DatasetOption.flag(
                        EXCLUDE_NEXT_OBS,
                        "Leave next_obs out, which holds all observations a second time; train with"
                                + " hdf5_load_next_obs false."));
    }

    @Override
    public List<String> target(String dataset) {
        return List.of(OUT + "=" + dataset + ".hdf5");
    }

    @Override
    public Exporter exporter(DatasetArguments asked) {
        RobomimicOptions options = new RobomimicOptions(
                asked.path(OUT),
                asked.number("--valid-fraction"),
                asked.whole("--seed"),
                asked.reward(),
                !asked.isSet(EXCLUDE_NEXT_OBS));
        DatasetArguments.requireNew(options.out(), "another " + OUT);
        return new RobomimicExporter(options);
    }

    /** {@inheritDoc} By a lambda, since a method reference would load the reader for every help text. */
    @Override
    public Optional<Importer> importer() {
        return Optional.of(new Importer(
                "Import the demos of a robomimic file.",
                file -> RobomimicDataset.recognises(file),
                dataset -> RobomimicDataset.open(dataset)));
    }
}
