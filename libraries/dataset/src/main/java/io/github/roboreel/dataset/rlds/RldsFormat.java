package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.DatasetArguments;
import io.github.roboreel.dataset.DatasetFormat;
import io.github.roboreel.dataset.DatasetOption;
import io.github.roboreel.dataset.Exporter;
import io.github.roboreel.dataset.Importer;
import io.github.roboreel.dataset.ShardedExporter;
import io.github.roboreel.dataset.rlds.RldsOptions.ImageFormat;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** RLDS datasets, as TensorFlow Datasets reads them. */
public final class RldsFormat implements DatasetFormat {
    private static final String NAME = "--name";
    private static final String CONFIG = "--config";
    private static final String VERSION = "--version";
    private static final String APPEND = "--append";
    private static final String HOMEPAGE = "--homepage";
    private static final List<String> ABOUT = List.of(RldsAbout.DESCRIPTION, RldsAbout.CITATION, RldsAbout.LICENSE);

    @Override
    public String name() {
        return "rlds";
    }

    @Override
    public String description() {
        return "Make an RLDS dataset as TensorFlow Datasets keeps it, in DIR/NAME/[CONFIG/]VERSION.";
    }

    @Override
    public List<DatasetOption> options() {
        return List.of(
                DatasetOption.path("--out", "DIR", "Folder of all datasets, the data_dir of tfds.load.")
                        .required(),
                DatasetOption.text(NAME, "NAME", "Name of the dataset: lower case, digits and _.")
                        .required(),
                DatasetOption.text(CONFIG, "NAME", "Name of a variant of the dataset (default: none)."),
                DatasetOption.text(VERSION, "X.Y.Z", "Version of the dataset.").withDefault("1.0.0"),
                DatasetOption.choice(
                        "--image-format",
                        "FORMAT",
                        ImageFormat.PNG,
                        "png, which loses nothing, or jpeg, which loses a little and takes about twice"
                                + " the room on rendered pictures."),
                DatasetOption.text("--description", "TEXT", "What the dataset is."),
                DatasetOption.text("--citation", "BIBTEX", "How to cite the dataset."),
                DatasetOption.texts(
                        HOMEPAGE, "URL", "Address of a page of the dataset. May be repeated; TFDS shows the first."),
                DatasetOption.text("--license", "LICENSE", "Under which licence the dataset may be used."),
                DatasetOption.flag(APPEND, "Add the episodes to a dataset that " + APPEND + " made, if there is one."));
    }

    @Override
    public List<String> target(String dataset) {
        return List.of("--out=datasets", NAME + "=" + dataset);
    }

    @Override
    public Exporter exporter(DatasetArguments asked) {
        RldsOptions options = options(asked, asked.path("--out"));
        if (!options.append()) {
            DatasetArguments.requireNew(options.target(), "another " + NAME + ", " + CONFIG + " or " + VERSION);
        }
        return new RldsExporter(options);
    }

    @Override
    public boolean isSharded() {
        return true;
    }

    @Override
    public Optional<ShardedExporter> sharded(DatasetArguments asked) {
        return Optional.of(new RldsShards(options(asked, Path.of(""))));
    }

    private static RldsOptions options(DatasetArguments asked, Path out) {
        return new RldsOptions(
                out,
                asked.text(NAME),
                asked.find(CONFIG),
                asked.text(VERSION),
                asked.choice("--image-format", ImageFormat.class),
                asked.reward(),
                asked.isSet(APPEND),
                about(asked));
    }

    private static RldsAbout about(DatasetArguments asked) {
        Map<String, String> texts = new LinkedHashMap<>();
        ABOUT.forEach(name -> asked.find("--" + name).ifPresent(text -> texts.put(name, text)));
        List<String> pages = asked.texts(HOMEPAGE);
        if (!pages.isEmpty()) {
            texts.put(RldsAbout.HOMEPAGE, String.join("\n", pages));
        }
        return new RldsAbout(texts);
    }

    /** {@inheritDoc} By a lambda, since a method reference would load the reader for every help text. */
    @Override
    public Optional<Importer> importer() {
        return Optional.of(new Importer(
                "Import the episodes of an RLDS dataset, as TensorFlow Datasets keeps it.",
                folder -> RldsDataset.recognises(folder),
                dataset -> RldsDataset.open(dataset)));
    }
}
