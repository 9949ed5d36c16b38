package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.StagedTarget;
import io.github.roboreel.dataset.rlds.EpisodesWriter.Written;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Adds record files to a dataset. Readers see them from the moment {@code dataset_info.json} is replaced, which is the
 * last thing done.
 */
final class Appending {
    private static final String EPISODE_ID = "episode_id";
    private static final String CONVENTIONS = "conventions";

    private final Path target;
    private final DatasetInfoFile info;

    private Appending(Path target, DatasetInfoFile info) {
        this.target = target;
        this.info = info;
    }

    /**
     * Of a dataset that is there.
     *
     * @throws ExportRefusedException when its files are numbered so that none can be added
     */
    static Appending to(Path target) throws IOException {
        for (Path file : List.of(DatasetInfoFile.in(target), FeaturesFile.in(target), RldsPlan.metadataIn(target))) {
            if (!Files.isRegularFile(file)) {
                throw new ExportRefusedException(target
                        + " holds no "
                        + file.getFileName()
                        + ", so it is no dataset that was begun for appending; choose"
                        + " another version or name");
            }
        }
        DatasetInfoFile info = DatasetInfoFile.read(target);
        if (!info.isOpen()) {
            throw new ExportRefusedException(target
                    + " was not begun for appending, so the names of its files hold their"
                    + " number and none can be added; export into another folder and load"
                    + " both folders with builder_from_directories");
        }
        return new Appending(target, info);
    }

    /**
     * Refuses episodes that are unlike those in the dataset, or already in it.
     *
     * @throws ExportRefusedException naming the first difference
     */
    void requireFits(RldsPlan plan, EpisodeIds ids) throws IOException {
        requireSame(JsonFiles.read(FeaturesFile.in(target)), plan.declaration());
        JsonNode own = plan.metadata().get(CONVENTIONS);
        JsonNode there = JsonFiles.read(RldsPlan.metadataIn(target)).path(CONVENTIONS);
        if (!own.equals(there)) {
            throw new ExportRefusedException(target
                    + " was made with "
                    + there
                    + ", these episodes with "
                    + own
                    + "; use"
                    + " the same options, or another version");
        }
        requireAllCounted();
        for (Path file : info.shardsIn(target)) {
            requireNew(file, ids);
        }
    }

    private void requireAllCounted() throws IOException {
        Set<Path> counted = Set.copyOf(info.shardsIn(target));
        try (Stream<Path> files = Files.list(target)) {
            List<Path> others = files.filter(f -> f.getFileName().toString().startsWith(info.shardPrefix()))
                    .filter(f -> !counted.contains(f))
                    .sorted()
                    .toList();
            if (!others.isEmpty()) {
                throw ShardPublication.uncounted(target, others);
            }
        }
    }

    private void requireSame(JsonNode there, JsonNode own) {
        Map<String, JsonNode> theirs = FeaturesFile.leaves(there);
        Map<String, JsonNode> ours = new TreeMap<>(FeaturesFile.leaves(own));
        theirs.forEach((key, node) -> {
            if (!node.equals(ours.remove(key))) {
                throw unlike(key);
            }
        });
        ours.keySet().stream().findFirst().ifPresent(key -> {
            throw unlike(key);
        });
    }

    private ExportRefusedException unlike(String key) {
        return new ExportRefusedException(target
                + " and these episodes differ in '"
                + key
                + "', and a dataset has one structure; export as another version");
    }

    private static void requireNew(Path file, EpisodeIds ids) throws IOException {
        try (TfRecordReader records = new TfRecordReader(file)) {
            boolean more = true;
            while (more) {
                more = records.next(payload -> ExampleReader.read(payload, (key, kind) -> new Ids(key, file, ids)));
            }
        }
    }

    /** Looks at ids, lets everything else pass. */
    private record Ids(String key, Path file, EpisodeIds ids) implements ExampleReader.Values {
        @Override
        public void bytes(byte[] value) {
            String text = new String(value, StandardCharsets.UTF_8);
            if (key.equals(EPISODE_ID) && ids.has(text)) {
                throw new ExportRefusedException("episode " + text + " is already in " + file + "; leave it out");
            }
        }

        @Override
        public void floatBits(int value) {}

        @Override
        public void int64(long value) {}

        @Override
        public void end() {}
    }

    /** Writes and checks the episodes, then makes them part of the dataset. */
    ExportSummary add(EpisodeSource source, EpisodesWriter episodes, RldsAbout about) throws IOException {
        Path beside = target.resolveSibling(target.getFileName() + ".appending");
        try (StagedTarget staged = StagedTarget.of(beside)) {
            Path folder = Files.createDirectory(staged.work());
            Written written = episodes.write(source, folder);
            List<Path> files = ShardWriter.files(folder, written.shardEpisodes().size());
            long arrays = episodes.check(source, FeaturesFile.read(target), files);
            DatasetInfoFile grown = info.plus(written).saying(about);
            publish(folder, files, grown);
            return episodes.summary(target, grown, written, arrays);
        }
    }

    private void publish(Path folder, List<Path> files, DatasetInfoFile grown) throws IOException {
        grown.write(folder);
        List<Path> all = grown.shardsIn(target);
        List<Path> places = all.subList(info.shards(), all.size());
        ShardPublication publication = new ShardPublication(target, files, places, DatasetInfoFile.in(folder));
        publication.force();
        publication.publish();
    }
}
