package io.github.roboreel.fleet.export;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.Shard;
import io.github.roboreel.dataset.ShardedDataset;
import io.github.roboreel.dataset.ShardedExporter;
import io.github.roboreel.fleet.folders.FaultRow;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * A planned export, as every process that makes a part of it knows it. Which episodes a shard has stands beside it in
 * the work folder. Immutable.
 *
 * @param version of this document
 * @param request what the user asked for
 * @param place where it is made; in JSON its values stand beside the others
 * @param found what the exporter must know of all episodes
 * @param shards all of them
 * @param remarks about the sources; in JSON they stand beside the others
 * @param duplicates how many were left out as equal to others
 * @param inNoSplit how many belong to none of the splits
 */
public record PlannedExport(
        int version,
        ExportRequest request,
        @JsonUnwrapped Place place,
        JsonNode found,
        List<Shard> shards,
        @JsonUnwrapped Remarks remarks,
        long duplicates,
        long inNoSplit) {
    static final int VERSION = 2;

    /**
     * Where a dataset is made.
     *
     * @param target where it goes
     * @param root the work folder
     * @param survey the folder with the facts of episodes
     * @param claim name of the first plan of this export, which claims a target in an object store
     * @param isRenamed whether the work folder's dataset is renamed at the end
     */
    public record Place(String target, String root, String survey, String claim, boolean isRenamed) {}

    /** Copies the list. */
    public PlannedExport {
        shards = List.copyOf(shards);
    }

    WorkFolder work() {
        return new WorkFolder(new Location(place.target), new Location(place.root), place.isRenamed);
    }

    /** Episodes of all shards. */
    public long episodes() {
        return shards.stream().mapToLong(Shard::episodes).sum();
    }

    /** Steps of all shards. */
    public long steps() {
        return shards.stream().mapToLong(Shard::steps).sum();
    }

    /** What the user should know of the sources. */
    public List<FileFault> faults() {
        return remarks.problems().stream().map(FaultRow::fault).toList();
    }

    ShardedDataset dataset() {
        ShardedExporter exporter = request.exporter();
        return exporter.plan(exporter.survey(found), shards);
    }

    JsonNode json() {
        return WorkFolder.JSON.valueToTree(this);
    }

    static PlannedExport read(Storages storages, Location file) throws IOException {
        return of(WorkFolder.read(storages, file), file.text());
    }

    /**
     * Reads a document that holds {@link #text}.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT when it is none, or of another version
     */
    public static PlannedExport read(Path file) throws IOException {
        JsonNode json;
        try {
            json = WorkFolder.JSON.readTree(Files.readAllBytes(file));
        } catch (com.fasterxml.jackson.core.JacksonException e) {
            throw new RoboReelException(
                    Kind.BAD_ARGUMENT, file + " is no JSON; give the file that the plan was written into", e);
        } catch (NoSuchFileException e) {
            throw new RoboReelException(
                    Kind.BAD_ARGUMENT,
                    "there is no file " + file + "; give the file that the plan was written into",
                    e);
        } catch (IOException e) {
            throw new IOException(file + " cannot be read (" + e.getMessage() + ")", e);
        }
        return of(json, file.toString());
    }

    private static PlannedExport of(JsonNode json, String name) {
        if (json == null || json.path("version").asInt() != VERSION || !json.has("shards")) {
            throw RoboReelException.badArgument(
                    "%s is no plan of an export of this version; give the file that the plan was written into", name);
        }
        try {
            return WorkFolder.JSON.treeToValue(json, PlannedExport.class);
        } catch (com.fasterxml.jackson.core.JacksonException e) {
            throw new RoboReelException(Kind.BAD_ARGUMENT, name + " is no whole plan of an export; plan again", e);
        }
    }

    /** All of it, for other processes; {@link #read(Path)} reads it. */
    public String text() {
        return json().toPrettyString();
    }
}
