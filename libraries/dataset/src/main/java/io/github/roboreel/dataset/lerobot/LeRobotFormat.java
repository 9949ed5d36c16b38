package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.DatasetArguments;
import io.github.roboreel.dataset.DatasetFormat;
import io.github.roboreel.dataset.DatasetOption;
import io.github.roboreel.dataset.Exporter;
import io.github.roboreel.dataset.Importer;
import io.github.roboreel.dataset.ShardedExporter;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Fields;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Images;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Datasets of Hugging Face's LeRobot. */
public final class LeRobotFormat implements DatasetFormat {
    private static final String OUT = "--out";
    private static final String REPO_ID = "--repo-id";
    private static final String FIELDS = "--fields";
    private static final String STATE = "--state";
    private static final String LANGUAGE = "--language";

    @Override
    public String name() {
        return "lerobot";
    }

    @Override
    public String description() {
        return "Make a LeRobot dataset, version 3.0, in DIR/USER/NAME.";
    }

    @Override
    public List<DatasetOption> options() {
        return List.of(
                DatasetOption.path(OUT, "DIR", "Folder of all datasets.").required(),
                DatasetOption.text(REPO_ID, "USER/NAME", "Name of the dataset, as on the hub.")
                        .required(),
                DatasetOption.text(
                        "--robot-type",
                        "NAME",
                        "What the dataset says about the robot, for example franka; what the recordings say of theirs if not given."),
                DatasetOption.choice("--images", "HOW", Images.VIDEO, "Cameras as video (H.264), png (exact) or none."),
                DatasetOption.choice(
                        FIELDS,
                        "WHICH",
                        Fields.POLICY,
                        "Fields that become columns: policy for what a policy trains on, or all."),
                DatasetOption.text(
                        STATE,
                        "FIELDS",
                        "What observation.state is joined of, for example obs/joints,obs/gripper_*; the vectors of floats below obs but time stamps if not given."),
                DatasetOption.flag(
                        LANGUAGE, "Add LeRobot's columns of language: subtasks, and wordings of the instruction."));
    }

    @Override
    public List<String> target(String dataset) {
        return List.of(OUT + "=datasets", REPO_ID + "=local/" + dataset);
    }

    @Override
    public Exporter exporter(DatasetArguments asked) {
        LeRobotOptions options = options(asked, asked.path(OUT));
        DatasetArguments.requireNew(options.target(), "another " + REPO_ID);
        return new LeRobotExporter(options);
    }

    @Override
    public boolean isSharded() {
        return true;
    }

    @Override
    public Optional<ShardedExporter> sharded(DatasetArguments asked) {
        return Optional.of(new LeRobotShards(options(asked, Path.of(""))));
    }

    private static LeRobotOptions options(DatasetArguments asked, Path out) {
        return new LeRobotOptions(
                out,
                asked.text(REPO_ID),
                asked.find("--robot-type"),
                asked.choice("--images", Images.class),
                asked.reward(),
                asked.find(FIELDS)
                        .map(given -> DatasetArguments.choice(FIELDS, given, Fields.class))
                        .orElse(Fields.POLICY),
                asked.find(STATE).map(LeRobotFormat::list).orElse(List.of()),
                asked.isSet(LANGUAGE));
    }

    private static List<String> list(String patterns) {
        return Stream.of(patterns.split(","))
                .map(String::strip)
                .filter(pattern -> !pattern.isEmpty())
                .toList();
    }

    /** {@inheritDoc} By a lambda, since a method reference would load the reader for every help text. */
    @Override
    public Optional<Importer> importer() {
        return Optional.of(new Importer(
                "Import a LeRobot dataset (v3.0 or v2.1).",
                place -> Files.isRegularFile(place.resolve("meta").resolve("info.json")),
                dataset -> LeRobotDataset.open(dataset)));
    }
}
