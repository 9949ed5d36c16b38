package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.ArrayDigests;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.minari.DatasetStorage.Totals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Adds episodes to a dataset. They are written elsewhere and read back; then the arrays are moved in, and last the
 * metadata, which says how many there are. So there is a whole dataset under its name at any moment, the old one or the
 * new one.
 */
final class ExtendedDataset {
    private static final List<String> AGREED = List.of(
            "recorder",
            "observations",
            "final_observation",
            "rewards_source",
            "flags_source",
            DatasetMetadata.RECORDED,
            DatasetMetadata.CHANGES,
            "legacy");

    private final MinariFolder folder;
    private final DatasetBuild build;
    private final AppendFolder appended;
    private final Path work;

    private ExtendedDataset(MinariFolder folder, DatasetBuild build, AppendFolder appended) {
        this.folder = folder;
        this.build = build;
        this.appended = appended;
        this.work = appended.work();
    }

    /**
     * Adds them.
     *
     * @throws ExportRefusedException when they do not fit to what is there, or another export is adding
     */
    static Totals make(MinariFolder folder, DatasetBuild build) throws IOException {
        AppendFolder appended = AppendFolder.make(folder, build.storage());
        return new ExtendedDataset(folder, build, appended).make();
    }

    private Totals make() throws IOException {
        Totals totals;
        try {
            totals = prepare();
            appended.setWhole();
        } finally {
            appended.abandon();
        }
        appended.publish();
        return totals;
    }

    private Totals prepare() throws IOException {
        DatasetMetadata metadata = DatasetMetadata.read(folder.data());
        ObjectNode added = build.metadata().root();
        requireAgreement(metadata.root(), added);
        for (String name : List.of(RecordedFields.UNITS, RecordedFields.FRAMES)) {
            merge(name, metadata.root(), added.path(DatasetMetadata.OURS).path(name));
        }
        keepNewerVersion(metadata.root(), build.version(metadata.observationSpace(), metadata.actionSpace()));
        build.description().addTo(metadata.root());
        Totals before = metadata.totals();
        readOld();
        Totals totals = write(metadata, before);
        check(before);
        MinariWorkFolder.force(work);
        return totals;
    }

    /** A dataset is for the oldest Minari that reads all its episodes. */
    private static void keepNewerVersion(ObjectNode old, MinariVersion needed) {
        boolean isNewer = MinariVersion.parse(
                        old.path(DatasetMetadata.MINARI_VERSION).asText())
                .filter(v -> v.compareTo(needed) >= 0)
                .isPresent();
        if (!isNewer) {
            old.put(DatasetMetadata.MINARI_VERSION, needed.toString());
        }
    }

    private void requireAgreement(JsonNode old, JsonNode added) {
        requireSame("data_format", old.path("data_format"), added.path("data_format"));
        boolean isOurs = old.path(DatasetMetadata.OURS).has("recorder");
        for (String name : isOurs ? AGREED : List.<String>of()) {
            JsonNode own = old.path(DatasetMetadata.OURS).path(name);
            requireSame(name, own, added.path(DatasetMetadata.OURS).path(name));
        }
        for (String name : List.of(DatasetMetadata.OBSERVATION_SPACE, DatasetMetadata.ACTION_SPACE)) {
            Space space = Space.parse(old.path(name).asText());
            Space ofAdded = Space.parse(added.path(name).asText());
            if (space.isMissing() || !space.isWithOrWithoutBounds(ofAdded)) {
                requireSame(name, parse(old.path(name)), parse(added.path(name)));
            }
        }
    }

    /** Notes units and frames of arrays that are new; those that are there must agree. */
    private void merge(String name, ObjectNode root, JsonNode added) {
        ObjectNode old = root.withObjectProperty(DatasetMetadata.OURS).withObjectProperty(name);
        added.properties().forEach(entry -> {
            String path = entry.getKey();
            if (old.has(path)) {
                String what = name + " of '" + path + "'";
                requireSame(what, old.get(path), entry.getValue());
            }
            old.set(path, entry.getValue());
        });
    }

    /** In short form, in which infinite bounds are the same however they are written. */
    private static JsonNode parse(JsonNode text) {
        Space space = Space.parse(text.asText());
        return space.isMissing() ? text : space.json();
    }

    private void requireSame(String name, JsonNode old, JsonNode added) {
        // Whole numbers of two widths are not equal, but written alike.
        if (!old.toString().equals(added.toString())) {
            throw new ExportRefusedException(
                    "%s has %s as its %s, the episodes to add have %s; export them under another id, or "
                            + "as the dataset was made",
                    folder.folder(), shown(old), name, shown(added));
        }
    }

    private static String shown(JsonNode value) {
        String text = value.isMissingNode() ? "nothing" : value.toString();
        return text.length() > 200 ? text.substring(0, 200) + "..." : text;
    }

    /** Requires that it is whole; what is copied is compared with it later. */
    private void readOld() throws IOException {
        DatasetCheck check = DatasetCheck.of(folder.data(), build.id());
        boolean copied = build.storage().copiesOldEpisodes();
        ArrayDigests digests = copied ? build.written() : new ArrayDigests();
        try (DatasetStorage.Reader old = build.storage().open(folder.data(), check.spaces())) {
            build.progress().phase("reading what is there", check.steps());
            check.requireTotalSteps(check.episodes(old, 0, digests, build.progress()));
        }
    }

    private Totals write(DatasetMetadata metadata, Totals before) throws IOException {
        Totals totals;
        try (DatasetStorage.Writer store = build.storage().extend(folder.data(), work, before)) {
            totals = build.write(store, before, metadata);
        }
        metadata.setTotals(totals);
        long elsewhere = build.storage().copiesOldEpisodes() ? 0 : DatasetMetadata.otherBytes(folder.data());
        metadata.write(work, elsewhere + DatasetMetadata.otherBytes(work));
        return totals;
    }

    private void check(Totals before) throws IOException {
        boolean copied = build.storage().copiesOldEpisodes();
        Totals elsewhere = copied ? Totals.NOTHING : before;
        build.check(work, elsewhere);
    }
}
