package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.DatasetArguments;
import io.github.roboreel.dataset.DatasetFormat;
import io.github.roboreel.dataset.DatasetOption;
import io.github.roboreel.dataset.Exporter;
import io.github.roboreel.dataset.Importer;
import io.github.roboreel.dataset.minari.MinariOptions.DataFormat;
import io.github.roboreel.dataset.minari.MinariOptions.Observations;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Datasets of Farama's Minari. */
public final class MinariFormat implements DatasetFormat {
    private static final String ROOT = "--root";
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
        List<DatasetOption> options = new ArrayList<>(List.of(
                DatasetOption.path(
                        ROOT,
                        "DIR",
                        "Folder of all Minari datasets (default: as of Minari, MINARI_DATASETS_PATH, else"
                                + " ~/.minari/datasets)."),
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
                        Observations.AUTO,
                        "states: initial_state, then states, exactly T + 1; obs: the policy's view, then"
                                + " final_obs; auto: states where every episode has initial_state, else obs."),
                DatasetOption.flag(APPEND, "Add the episodes to a dataset of that name, if there is one.")));
        options.addAll(DescriptionOptions.all());
        return options;
    }

    @Override
    public List<String> target(String dataset) {
        return List.of(ROOT + "=datasets", ID + "=local/" + dataset + "-v0");
    }

    @Override
    public Exporter exporter(DatasetArguments asked) {
        MinariOptions options = new MinariOptions(
                asked.find(ROOT)
                        .map(Path::of)
                        .orElseGet(() -> usualRoot(System.getenv(), System.getProperty("user.home"))),
                asked.text(ID),
                asked.choice("--data-format", DataFormat.class),
                asked.isSet("--legacy"),
                asked.choice("--observations", Observations.class),
                asked.reward(),
                asked.isSet(APPEND),
                DescriptionOptions.description(asked));
        Exporter exporter = new MinariExporter(options);
        if (!options.append()) {
            DatasetArguments.requireNew(
                    options.root().resolve(options.id()).resolve("data"),
                    "another " + ID + ", or " + APPEND + " to add to it");
        }
        return exporter;
    }

    /** Where Minari itself looks for datasets. */
    static Path usualRoot(Map<String, String> environment, String home) {
        String named = environment.getOrDefault("MINARI_DATASETS_PATH", "");
        // Python's home, which Java's need not be.
        String pythons = environment.getOrDefault("HOME", home);
        return named.isEmpty() ? Path.of(pythons, ".minari", "datasets") : Path.of(named);
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
