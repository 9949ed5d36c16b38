package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.DatasetArguments;
import io.github.roboreel.dataset.DatasetFormat;
import io.github.roboreel.dataset.DatasetOption;
import io.github.roboreel.dataset.Exporter;
import io.github.roboreel.dataset.Importer;
import io.github.roboreel.dataset.minari.MinariOptions.DataFormat;
import io.github.roboreel.dataset.minari.MinariOptions.Observations;
import java.util.List;
import java.util.Optional;

/** Datasets of Farama's Minari. */
public final class MinariFormat implements DatasetFormat {
    private static final String ID = "--id";
    private static final String APPEND = "--append";

    @Override
    public String name() {
        return "minari";
    }

    @Override
    public String description() {
        return "Make a Minari dataset: T + 1 observations, T actions per episode.";
    }

    @Override
    public List<DatasetOption> options() {
        return List.of(
                DatasetOption.path("--root", "DIR", "Folder of all Minari datasets, what MINARI_DATASETS_PATH names.")
                        .required(),
                DatasetOption.text(ID, "ID", "Name of the dataset, for example robolab/banana-v0.")
                        .required(),
                DatasetOption.choice(
                        "--data-format",
                        "FORMAT",
                        DataFormat.HDF5,
                        "hdf5, or arrow, which Minari reads from 0.5.2 on."),
                DatasetOption.flag("--legacy", "Minari 0.4.3 can load the dataset, too (0.4.0 to 0.4.2 cannot)."),
                DatasetOption.choice(
                        "--observations",
                        "WHICH",
                        Observations.STATES,
                        "states: initial_state, then states, exactly T + 1; obs: the policy's view, then"
                                + " final_obs."),
                DatasetOption.flag(APPEND, "Add the episodes to a dataset of that name, if there is one."));
    }

    @Override
    public List<String> target(String dataset) {
        return List.of("--root=datasets", ID + "=local/" + dataset + "-v0");
    }

    @Override
    public Exporter exporter(DatasetArguments asked) {
        MinariOptions options = new MinariOptions(
                asked.path("--root"),
                asked.text(ID),
                asked.choice("--data-format", DataFormat.class),
                asked.isSet("--legacy"),
                asked.choice("--observations", Observations.class),
                asked.reward(),
                asked.isSet(APPEND));
        Exporter exporter = new MinariExporter(options);
        if (!options.append()) {
            DatasetArguments.requireNew(
                    options.root().resolve(options.id()).resolve("data"),
                    "another " + ID + ", or " + APPEND + " to add to it");
        }
        return exporter;
    }

    /** {@inheritDoc} By a lambda, since a method reference would load the reader for every help text. */
    @Override
    public Optional<Importer> importer() {
        return Optional.of(new Importer(
                "Import a Minari dataset (HDF5 or Arrow).",
                folder -> MinariDataset.recognises(folder),
                dataset -> MinariDataset.open(dataset)));
    }
}
