package io.github.roboreel.fleet.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.roboreel.fleet.folders.Scratch;
import io.github.roboreel.fleet.storage.Entry;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storage;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Names below {@code .<name>.exporting-<plan>} beside the target, where everything stands until the dataset is whole.
 * In a file system the dataset's files are there, too; in an object store, which renames no folder, they are at the
 * target, and readers find no dataset until its last file is put. Immutable.
 *
 * @param target where the dataset goes
 * @param root the work folder
 * @param isRenamed whether the folder of the dataset is renamed at the end
 */
record WorkFolder(Location target, Location root, boolean isRenamed) implements Serializable {
    private static final String MARK = ".exporting-";

    /** What an exporter reports of a shard is one text, of tens of megabytes where vectors are long. */
    static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .build();

    static WorkFolder of(Location target, String plan, Storages storages) throws IOException {
        Location root = target.sibling("." + target.name() + MARK + plan);
        return new WorkFolder(target, root, storages.of(target).renamesFolders());
    }

    /** Where facts of episodes stand, for all plans of a request. */
    static Location survey(Location target, String request) {
        return target.sibling("." + target.name() + MARK + "survey-" + request);
    }

    /** Everything beside a target that exports to it left or work with. */
    static List<Entry> all(Storages storages, Location target) throws IOException {
        String mark = "." + target.name() + MARK;
        return storages.of(target).list(target.sibling("")).stream()
                .filter(entry -> entry.name().startsWith(mark))
                .toList();
    }

    /** Says in an object store whose files are at the target. */
    Location claim() {
        return target.sibling("." + target.name() + MARK + "claim");
    }

    /** Whether the target is claimed by an export. */
    boolean isClaimedBy(String plan, Storages storages) throws IOException {
        Optional<JsonNode> claim = find(storages, claim());
        return claim.isPresent() && plan.equals(claim.get().textValue());
    }

    /** A folder of one task: beside the dataset, so that finished files are moved; else among temporary files. */
    Scratch attempt() throws IOException {
        return isRenamed && root.isPath() ? Scratch.in(attempts().path()) : Scratch.create();
    }

    /** Says that the dataset is whole. */
    Location committed() {
        return root.child("committed.json");
    }

    /** The plan as a document. */
    Location plan() {
        return root.child("plan.json");
    }

    /** Which episodes a shard has. */
    Location episodes(int shard) {
        return root.child("shards/" + number(shard));
    }

    /** What came of a shard. */
    Location done(int shard) {
        return root.child("done/" + number(shard));
    }

    Location allDone() {
        return root.child("done");
    }

    /** Which episodes of a shard cannot be read. */
    Location unreadable(int shard) {
        return root.child("unreadable/" + number(shard));
    }

    Location allUnreadable() {
        return root.child("unreadable");
    }

    /** The folder that the dataset's files are put into. */
    Location data() {
        return isRenamed ? root.child("dataset") : target;
    }

    /** Folders of tasks that are at work or were killed. */
    Location attempts() {
        return root.child("attempts");
    }

    private static String number(int shard) {
        return Sentence.of("%05d.json", shard);
    }

    /** Documents of shards, without what attempts to write some left. */
    static List<Entry> documents(Storages storages, Location folder) throws IOException {
        return storages.of(folder).list(folder).stream()
                .filter(entry -> !entry.name().startsWith("."))
                .toList();
    }

    /** Number of the shard that a file of {@link #done} or {@link #unreadable} is of. */
    static int shardOf(String name) {
        return Integer.parseInt(name.substring(0, name.indexOf('.')));
    }

    static void write(Storages storages, Location file, Object json) throws IOException {
        try (Scratch scratch = Scratch.create()) {
            Path local = scratch.path().resolve(file.name());
            try (OutputStream out = Files.newOutputStream(local)) {
                JSON.writeValue(out, json);
            }
            storages.of(file).put(local, file);
        }
    }

    static JsonNode read(Storages storages, Location file) throws IOException {
        try (InputStream in = Channels.newInputStream(storages.of(file).open(file))) {
            return JSON.readTree(in);
        }
    }

    static Optional<JsonNode> find(Storages storages, Location file) throws IOException {
        Storage storage = storages.of(file);
        return storage.find(file).isPresent() ? Optional.of(read(storages, file)) : Optional.empty();
    }
}
