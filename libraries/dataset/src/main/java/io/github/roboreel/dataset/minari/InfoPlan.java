package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.minari.MinariOptions.DataFormat;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Decides what becomes of arrays that are no part of observations or actions. */
final class InfoPlan {
    private static final String INFOS = MinariArray.INFOS + "/";
    private static final String INITIAL_STATE = DemoPaths.INITIAL_STATE + "/";

    private final boolean arrow;
    private final List<Leaf> infos = new ArrayList<>();
    private final List<Leaf> others = new ArrayList<>();
    private final List<FieldInfo> kept;
    private final Optional<MinariOrigin> origin;
    private final List<String> notes;

    private InfoPlan(boolean arrow, List<FieldInfo> unused, Optional<MinariOrigin> origin, List<String> notes) {
        this.arrow = arrow;
        this.origin = origin;
        this.kept = new ArrayList<>(unused);
        this.notes = notes;
    }

    /**
     * Those with a row a step are infos, in Arrow pictures as PNG; others are kept in HDF5 only.
     *
     * @param origin the dataset that they were imported from and are to be like
     * @param notes gets what users should know
     */
    static InfoPlan of(
            DataFormat format,
            List<FieldInfo> unused,
            DatasetSurvey survey,
            Optional<MinariOrigin> origin,
            List<String> notes) {
        InfoPlan plan = new InfoPlan(format == DataFormat.ARROW, unused, origin, notes);
        plan.plan(survey);
        return plan;
    }

    /** Arrays with a row a step. */
    List<Leaf> infos() {
        return infos;
    }

    /** All others. */
    List<Leaf> others() {
        return others;
    }

    private void plan(DatasetSurvey survey) {
        Set<String> before = origin.isPresent() ? leaveOutMadeByImport() : Set.of();
        if (arrow) {
            leaveOutUneven(survey);
        }
        kept.stream().filter(FieldInfo::isImage).forEach(this::noteCamera);
        for (FieldInfo field : kept) {
            if (isOfSteps(field, survey)) {
                infos.add(leaf(field, before));
            } else {
                others.add(Leaf.inInfos(field, false));
            }
        }
    }

    /** One row is one a step in an episode of one step, and still no row of a step. */
    private static boolean isOfSteps(FieldInfo field, DatasetSurvey survey) {
        boolean isOfEpisode = field.path().startsWith("initial_") || DemoPaths.isIn(DemoPaths.FINAL_OBS, field.path());
        return !isOfEpisode && survey.rows().get(field.path()).isOneEachStep();
    }

    private Leaf leaf(FieldInfo field, Set<String> before) {
        boolean picture = arrow && field.isImage();
        if (origin.isEmpty() || !field.path().startsWith(INFOS)) {
            return Leaf.inInfos(field, picture);
        }
        String name = origin.get().path(field.path()).substring(INFOS.length());
        String first = INITIAL_STATE + field.path();
        return Leaf.asImported(name, field, picture, before.contains(first) ? first : "");
    }

    /**
     * Leaves out the times that an import has made, and the first rows that belong to others.
     *
     * @return paths of these first rows
     */
    private Set<String> leaveOutMadeByImport() {
        Set<String> paths = kept.stream().map(FieldInfo::path).collect(Collectors.toSet());
        Set<String> before = new HashSet<>(paths);
        before.removeIf(path ->
                !path.startsWith(INITIAL_STATE + INFOS) || !paths.contains(path.substring(INITIAL_STATE.length())));
        boolean hadTimes = kept.removeIf(
                f -> f.path().equals(DemoPaths.SIM_TIME) || f.path().equals(DemoPaths.WALL_TIME));
        if (hadTimes) {
            notes.add("the times of the steps are left out: the import made them");
        }
        kept.removeIf(f -> before.contains(f.path()));
        return before;
    }

    private void noteCamera(FieldInfo camera) {
        String how = arrow ? "' is in infos, as PNG files" : "' is in infos, frames as they are";
        notes.add("'" + camera.path() + how);
    }

    private void leaveOutUneven(DatasetSurvey survey) {
        for (FieldInfo field : List.copyOf(kept)) {
            if (!isOfSteps(field, survey)) {
                kept.remove(field);
                notes.add(Sentence.of(
                        "'%s' is left out, since it has not one row a step, and a column of Arrow needs "
                                + "that; HDF5 keeps it",
                        field.path()));
            }
        }
    }
}
