package io.github.roboreel.fleet.export;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.RowBlocks;
import io.github.roboreel.dataset.ShardedDataset;
import io.github.roboreel.fleet.engine.Task;
import io.github.roboreel.fleet.export.ShardEpisodes.Part;
import io.github.roboreel.fleet.export.ShardOutcome.MadeFile;
import io.github.roboreel.fleet.export.ShardOutcome.Unreadable;
import io.github.roboreel.fleet.folders.Scratch;
import io.github.roboreel.fleet.storage.Entry;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storage;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.KnownEpisode;
import io.github.roboreel.recordings.episodes.UnreadableEpisodeException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Makes the files of a shard: under names of this attempt, then whole under their own, then the document that says so.
 * A shard whose document and files are there is not made again.
 */
record ShardTask(WorkFolder work, Map<String, String> settings) implements Task<Integer, ShardOutcome> {
    @Override
    public ShardOutcome run(Integer shard) throws IOException {
        Storages storages = new Storages(settings);
        Optional<JsonNode> document = WorkFolder.find(storages, work.done(shard));
        if (document.isPresent()) {
            ShardOutcome done = WorkFolder.JSON.treeToValue(document.get(), ShardOutcome.class);
            if (isThere(done, storages)) {
                return done;
            }
        }
        PlannedExport plan = PlannedExport.read(storages, work.plan()); // none, and nothing is made, after a commit
        try (Scratch attempt = work.attempt()) {
            return new Attempt(storages, plan, shard, attempt.path()).run();
        }
    }

    /** Whether the files that a shard made are still as it made them. */
    boolean isThere(ShardOutcome done, Storages storages) throws IOException {
        Storage storage = storages.of(work.data());
        for (MadeFile file : done.files()) {
            Location place = work.data().child(file.name());
            Optional<Entry> found = storage.find(place);
            if (found.isEmpty() || found.get().bytes() != file.bytes()) {
                return false;
            }
            try (InputStream in = Channels.newInputStream(storage.open(place))) {
                if (!Sha256.of(in).equals(file.sha256())) {
                    return false;
                }
            }
        }
        return !done.files().isEmpty();
    }

    /** One try. */
    private final class Attempt {
        private final Storages storages;
        private final int shard;
        private final Path dataset;
        private final Path scratch;
        private final PlannedExport plan;
        private final List<Part> parts;

        Attempt(Storages storages, PlannedExport plan, int shard, Path folder) throws IOException {
            this.storages = storages;
            this.plan = plan;
            this.shard = shard;
            dataset = Files.createDirectory(folder.resolve("dataset"));
            scratch = Files.createDirectory(folder.resolve("scratch"));
            parts = ShardList.read(storages, work.episodes(shard));
        }

        ShardOutcome run() throws IOException {
            ShardedDataset planned = plan.dataset();
            try {
                ShardEpisodes episodes = new ShardEpisodes(storages, parts, scratch, planned.readsVideos());
                JsonNode about = planned.write(
                        plan.shards().get(shard), plan.request().changed(episodes), dataset, ExportProgress.NONE);
                return published(about);
            } catch (UnreadableEpisodeException e) {
                if (Thread.currentThread().isInterrupted()) {
                    throw e; // what was not read is not damaged
                }
                List<Unreadable> found = unreadable();
                if (found.isEmpty()) {
                    throw e; // it was read now: the store failed, not the file
                }
                ShardOutcome outcome = new ShardOutcome(shard, List.of(), "", found);
                WorkFolder.write(storages, work.unreadable(shard), outcome);
                return outcome;
            }
        }

        private ShardOutcome published(JsonNode about) throws IOException {
            if (!work.isRenamed() && !work.isClaimedBy(plan.place().claim(), storages)) {
                throw new IOException(work.target() + " is claimed by another export; nothing was put there");
            }
            List<MadeFile> files = new ArrayList<>();
            for (Path file : files()) {
                String name = dataset.relativize(file).toString().replace('\\', '/');
                files.add(new MadeFile(name, Files.size(file), Sha256.ofFile(file)));
                storages.of(work.data()).take(file, work.data().child(name));
            }
            ShardOutcome done = new ShardOutcome(shard, files, about.toString(), List.of());
            WorkFolder.write(storages, work.done(shard), done);
            return done;
        }

        private List<Path> files() throws IOException {
            try (Stream<Path> all = Files.walk(dataset)) {
                return all.filter(Files::isRegularFile).sorted().toList();
            }
        }

        /** All of them at once, since each makes another plan necessary. A file of a store is looked at in a copy. */
        private List<Unreadable> unreadable() throws IOException {
            List<Unreadable> found = new ArrayList<>();
            for (Part part : parts) {
                KeptEpisode kept = ShardEpisodes.episode(storages, part);
                EpisodeFacts facts = kept.facts();
                try (RunCopy run = RunCopy.of(storages, kept.file(), scratch)) {
                    KnownEpisode reader =
                            new KnownEpisode(facts, () -> run.reader().demo(facts.demo()));
                    plan.request()
                            .changed(visitor -> visitor.visit(facts, reader))
                            .visit((changed, arrays) -> readAll(arrays));
                } catch (UnreadableEpisodeException e) {
                    String problem = e.getMessage()
                            .replace(facts.file().toString(), kept.file().text());
                    found.add(new Unreadable(
                            part.facts().text(),
                            part.place().offset(),
                            kept.file().text(),
                            problem));
                }
            }
            return found;
        }

        private static void readAll(EpisodeReader episode) throws IOException {
            for (String path : episode.paths()) {
                RowBlocks.each(episode, path, 0, episode.info(path).rows(), (rows, count) -> {});
            }
        }
    }
}
