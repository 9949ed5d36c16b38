package io.github.roboreel.export.minari;

import io.github.roboreel.export.EpisodeSource;
import io.github.roboreel.export.FieldInfo;
import io.github.roboreel.export.minari.MinariOptions.DataFormat;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Decides what becomes of arrays that are no part of observations or actions. */
final class InfoPlan {
    private final boolean arrow;
    private final List<FieldInfo> kept;
    private final List<String> notes;

    private InfoPlan(boolean arrow, List<FieldInfo> unused, List<String> notes) {
        this.arrow = arrow;
        this.kept = new ArrayList<>(unused);
        this.notes = notes;
    }

    /**
     * They are kept as they are: HDF5 takes all, Arrow those with a row a step, and pictures as
     * PNG.
     *
     * @param notes gets what users should know
     */
    static List<Leaf> of(
            DataFormat format, List<FieldInfo> unused, EpisodeSource source, List<String> notes)
            throws IOException {
        return new InfoPlan(format == DataFormat.ARROW, unused, notes).plan(source);
    }

    private List<Leaf> plan(EpisodeSource source) throws IOException {
        if (arrow) {
            source.visit((facts, episode) -> leaveOut(episode));
        }
        kept.stream().filter(FieldInfo::isImage).forEach(this::noteCamera);
        return kept.stream().map(f -> Leaf.inInfos(f, arrow && f.isImage())).toList();
    }

    private void noteCamera(FieldInfo camera) {
        String how = arrow ? "' is in infos, as PNG files" : "' is in infos, frames as they are";
        notes.add("'" + camera.path() + how);
    }

    private void leaveOut(EpisodeReader episode) throws IOException {
        for (FieldInfo field : List.copyOf(kept)) {
            if (episode.info(field.path()).rows() != episode.numSamples()) {
                kept.remove(field);
                notes.add(
                        "'"
                                + field.path()
                                + "' is left out, since it has not one row a step, and a"
                                + " column of Arrow needs that; HDF5 keeps it");
            }
        }
    }
}
