package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.DatasetReader;
import io.github.roboreel.dataset.FieldNames;
import io.github.roboreel.dataset.FoundEpisode;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.dataset.Importer;
import io.github.roboreel.format.fault.RoboReelException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An RLDS dataset as TensorFlow Datasets keeps it, open to be read: its splits one after the other. Any episode can be
 * asked for at any time; of each record file the places of its records are kept, 8 bytes each, and one episode at a
 * time is in memory.
 */
public final class RldsDataset implements DatasetReader {
    private static final long MAX_LABEL_BYTES = 1 << 16;

    private final DatasetSplits splits;
    private final RecordReader records;
    private final RldsEpisode episodes;
    private StepForms forms;

    private RldsDataset(DatasetSplits splits, StepForms forms) throws IOException {
        this.splits = splits;
        this.forms = forms;
        Path declared = splits.folder().resolve(RldsFolder.FEATURES);
        ObjectNode root = JsonText.read(declared);
        List<LeafFeature> features = FeatureTree.leaves(root, declared);
        records = new RecordReader(splits, features);
        FieldNames names = FieldNames.of(features.stream().map(LeafFeature::key).toList());
        OurMetadata metadata = OurMetadata.read(splits.folder());
        episodes = new RldsEpisode(records, splits, features, names, metadata, labels(features));
    }

    /**
     * Opens the one in that folder, or the only one in the folders below it. No record is read yet.
     *
     * @throws io.github.roboreel.dataset.ExportRefusedException when there is none, or one that is not read
     */
    public static RldsDataset open(Path folder) throws IOException {
        return new RldsDataset(DatasetSplits.read(RldsFolder.find(folder)), null);
    }

    /** Whether a folder holds the two files that every such dataset has. */
    public static boolean recognises(Path folder) {
        return RldsFolder.isAt(folder) || RldsFolder.isBelow(folder);
    }

    /** The names of classes are in files beside the features, one a line. */
    private Map<String, String> labels(List<LeafFeature> features) throws IOException {
        Map<String, String> labels = new LinkedHashMap<>();
        for (LeafFeature feature : features) {
            String name = feature.key().replace('/', '-') + ".labels.txt";
            Path names = name.matches("[\\w.-]{1,255}") ? splits.folder().resolve(name) : splits.folder();
            if (Files.isRegularFile(names) && Files.size(names) <= MAX_LABEL_BYTES) {
                labels.put(feature.key(), Files.readString(names).strip().replaceAll("\\R", ", "));
            }
        }
        return labels;
    }

    @Override
    public int episodes() {
        return records.episodes();
    }

    @Override
    public void prepare() throws IOException {
        StepForms all = null;
        for (int index = 0; index < episodes(); index++) {
            try {
                StepForms own = StepForms.of(records.episode(index));
                all = all == null ? own : all.plus(own);
            } catch (IOException | RoboReelException e) {
                // Refused when it is asked for: one damaged episode hides no others.
                continue;
            }
        }
        forms = all;
    }

    @Override
    public Optional<Importer.Opening> reopening() {
        StepForms found = forms;
        return Optional.ofNullable(found).map(all -> place -> new RldsDataset(splits, all));
    }

    @Override
    public FoundEpisode episode(int index, ImportNotes notes) throws IOException {
        return episodes.read(index, forms == null ? StepForms.of(records.episode(index)) : forms, notes);
    }

    /** Record files that the dataset does not count are named. */
    @Override
    public void compare(long steps, ImportNotes notes) throws IOException {
        Set<Path> counted =
                splits.shards().stream().map(DatasetSplits.Shard::file).collect(Collectors.toSet());
        try (Stream<Path> files = Files.list(splits.folder())) {
            List<Path> others = files.filter(
                            path -> path.getFileName().toString().contains(".tfrecord"))
                    .filter(path -> !counted.contains(path))
                    .sorted()
                    .toList();
            others.forEach(path ->
                    notes.add("'" + path.getFileName() + "' is left out: " + RldsFolder.INFO + " does not name it"));
        }
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
