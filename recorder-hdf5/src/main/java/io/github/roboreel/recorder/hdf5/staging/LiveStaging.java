package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.format.fault.Undo;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.files.NewerFormatException;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The staging file of a run that another process is recording, or was when it died, read without that process noticing
 * and without a change. Whatever it says is whole: a row counts when its mark is the same before and after it was
 * copied, and has the right checksum.
 *
 * <p>The file is read, never mapped: its recorder cuts it to nothing at the run's close, which would be a bus error in
 * mapped memory, and looking into a hole through a mapping takes a block of the disk. Both see the same page cache, so
 * a row can be read as soon as its mark is written. For one thread at a time; interrupting it closes the file.
 */
public final class LiveStaging implements AutoCloseable {
    private final FileChannel file;
    private final StagingDescription description;
    private final List<LiveArea> areas = new ArrayList<>();

    private LiveStaging(FileChannel file, StagingDescription description) {
        this.file = file;
        this.description = description;
        for (int area = 0; area < description.layout().numAreas(); area++) {
            areas.add(new LiveArea(file, description.run(), description.layout(), area));
        }
    }

    /**
     * Opens it.
     *
     * @param outputFolder the folder above the env's
     * @return empty when its header is not whole: it is just being made, or already cut
     * @throws NewerFormatException when a newer RoboReel wrote it
     * @throws IOException when there is no such file, or it cannot be read
     */
    public static Optional<LiveStaging> open(Path path, Path outputFolder) throws IOException {
        FileChannel file = FileChannel.open(path);
        try {
            Optional<StagingDescription> description = StagingDescription.read(file, path, outputFolder);
            if (description.isEmpty()) {
                file.close();
            }
            return description.map(d -> new LiveStaging(file, d));
        } catch (IOException | RuntimeException e) {
            Undo.after(e, file::close);
            throw e;
        }
    }

    /** The run. */
    public RunSpec run() {
        return description.run();
    }

    /** Its stored fields; rows are asked for by those of them. */
    public FieldSchema schema() {
        return description.schema();
    }

    /** Whether the run was closed: nothing is in the file any more, and all of it in the run file. */
    public boolean isGone() throws IOException {
        return file.size() < description.layout().area(0);
    }

    /** The episodes that have an area, by demo. One that has ended is among them for a while. */
    public List<LiveEpisode> episodes() throws IOException {
        List<LiveEpisode> episodes = new ArrayList<>();
        for (LiveArea area : areas) {
            area.episode().ifPresent(episodes::add);
        }
        episodes.sort(Comparator.comparing(LiveEpisode::demo));
        return episodes;
    }

    /**
     * The rows from a step on, as far as they are here; older ones are in the run file. A row that is overwritten just
     * now is left out, and is in the run file too.
     *
     * @param most rows
     * @param fields STEP fields of {@link #schema} that are no images; rows count that are whole in these
     * @return none when the demo has no area: it is complete in the run file, or has not begun
     */
    public LiveRows rows(int demo, long from, int most, List<Field> fields) throws IOException {
        for (Field field : fields) {
            if (field.spec().image() || field.spec().phase() != FieldPhase.STEP) {
                throw new IllegalArgumentException(
                        "field '" + field + "' has no rows here; ask for one of the fields of a step that is no image");
            }
        }
        Optional<LiveArea> area = area(demo);
        return area.isPresent() ? area.get().rows(demo, from, most, fields) : LiveRows.none(fields);
    }

    /**
     * The row of a field that has but one.
     *
     * @param field stored INITIAL or FINAL field of {@link #schema}
     * @return its bytes, little-endian; empty when it was not given yet, is not whole, or the demo has no area
     */
    public Optional<byte[]> single(int demo, Field field) throws IOException {
        Optional<LiveArea> area = area(demo);
        return area.isPresent() ? area.get().single(demo, field) : Optional.empty();
    }

    private Optional<LiveArea> area(int demo) throws IOException {
        for (LiveArea area : areas) {
            if (area.episode().filter(episode -> episode.demo() == demo).isPresent()) {
                return Optional.of(area);
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
