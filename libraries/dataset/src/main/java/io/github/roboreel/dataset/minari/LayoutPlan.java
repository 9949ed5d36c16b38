package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.minari.EpisodeLayout.LastObservation;
import io.github.roboreel.dataset.minari.MinariOptions.Observations;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Decides what goes where, from what the episodes have. */
final class LayoutPlan {

    private final MinariOptions options;
    private final DatasetSurvey survey;
    private final EpisodeTraits traits;
    private final Map<String, FieldInfo> fields;
    private final Optional<MinariOrigin> origin;
    private final List<String> notes = new ArrayList<>();

    private LayoutPlan(
            MinariOptions options, DatasetSurvey survey, EpisodeTraits traits, Optional<MinariOrigin> origin) {
        this.options = options;
        this.survey = survey;
        this.traits = traits;
        this.fields = survey.fields();
        this.origin = origin;
    }

    /**
     * For these episodes.
     *
     * @throws ExportRefusedException when they do not make episodes of Minari
     */
    static EpisodeLayout of(MinariOptions options, DatasetSurvey survey, EpisodeTraits traits) {
        Optional<MinariOrigin> origin = traits.origin(options.observations());
        LayoutPlan plan = new LayoutPlan(options, survey, traits, origin);
        if (origin.isPresent() && !plan.isOfItsSpaces(origin.get())) {
            plan = new LayoutPlan(options, survey, traits, Optional.empty());
            plan.notes.add("the spaces are new ones, since the episodes have other arrays than the spaces"
                    + " of the Minari dataset that they were imported from");
        }
        return plan.plan();
    }

    /** Whether the episodes have exactly the arrays that the spaces of their origin ask for. */
    private boolean isOfItsSpaces(MinariOrigin imported) {
        if (!survey.changes().isEmpty()) {
            return false;
        }
        Map<String, JsonNode> spaces = imported.spaces();
        Set<String> asked = new TreeSet<>(spaces.keySet());
        imported.emptyArrays().forEach(empty -> asked.remove(empty.path()));
        Set<String> found = new TreeSet<>();
        if (!imported.observationSpace().isMissing()) {
            leaves(DemoPaths.OBS).stream()
                    .filter(this::isStorable)
                    .forEach(leaf -> addIfOfSpace(leaf, MinariArray.OBSERVATIONS, spaces, found));
        }
        if (!imported.actionSpace().isMissing()) {
            leaves(MinariArray.ACTIONS).forEach(leaf -> addIfOfSpace(leaf, MinariArray.ACTIONS, spaces, found));
        }
        notes.clear();
        return asked.equals(found);
    }

    private static void addIfOfSpace(Leaf leaf, String group, Map<String, JsonNode> spaces, Set<String> found) {
        String path = leaf.stored(group).path();
        FieldInfo field = leaf.field();
        JsonNode space = spaces.getOrDefault(path, MissingNode.getInstance());
        if (field.dtype().isText() || Space.isOfShape(space, field.dtype(), field.rowShape())) {
            found.add(path);
        }
    }

    private EpisodeLayout plan() {
        List<Leaf> actions = actions();
        boolean states = options.observations() == Observations.STATES;
        List<Leaf> observations = states ? states() : obs();
        LastObservation last = states ? LastObservation.STATE : lastObservation(observations);
        Stream.of(actions, observations).flatMap(List::stream).forEach(this::requireRows);
        traits.requireSteps(last);
        Set<String> used = used(observations, actions, last);
        if (states) {
            observations.forEach(this::requireInitialState);
            used.removeAll(severalResets(observations));
        }
        List<FieldInfo> unused =
                fields.values().stream().filter(f -> !used.contains(f.path())).toList();
        InfoPlan infos = InfoPlan.of(options.dataFormat(), unused, survey, origin, notes);
        String rewards = options.reward().source(survey);
        return new EpisodeLayout(last, observations, actions, rewards, infos.infos(), infos.others(), origin, notes);
    }

    /** Minari itself loads any number of rows in silence. */
    private void requireRows(Leaf leaf) {
        String path = leaf.field().path();
        survey.rows().get(path).requireOneEachStep(path, "; repair the run with 'recover', or leave the episode out");
    }

    private void requireInitialState(Leaf leaf) {
        String path = leaf.in(DemoPaths.INITIAL_STATE);
        survey.rows().get(path).firstWithout().ifPresent(where -> {
            throw new ExportRefusedException(
                    "%s has no row in '%s', so its first observation is unknown; observe obs instead of "
                            + "states, or leave the episode out",
                    where, path);
        });
    }

    private List<Leaf> actions() {
        List<Leaf> leaves = leaves(MinariArray.ACTIONS);
        if (leaves.isEmpty() && !hasEmptyArray(MinariArray.ACTIONS)) {
            throw new ExportRefusedException(
                    "the episodes have no 'actions', and without them there is nothing to train on");
        }
        for (Leaf leaf : leaves) {
            if (Space.looksLikePicture(leaf.field().dtype(), leaf.field().rowShape())) {
                throw new ExportRefusedException(
                        "'%s' looks like a picture to Minari, which an action cannot be; record it as int16",
                        leaf.field().path());
            }
        }
        return leaves;
    }

    private List<Leaf> states() {
        List<Leaf> leaves = new ArrayList<>();
        for (Leaf leaf : leaves(DemoPaths.STATES)) {
            if (!isLike(leaf, leaf.in(DemoPaths.INITIAL_STATE))) {
                notes.add(Sentence.of(
                        "'%s' is in infos, since no '%s' makes it T + 1 rows",
                        leaf.field().path(), leaf.in(DemoPaths.INITIAL_STATE)));
            } else if (isStorable(leaf)) {
                leaves.add(leaf);
            }
        }
        if (leaves.isEmpty()) {
            throw new ExportRefusedException(
                    "no array is both in '%s' and in '%s', so there are no T + 1 states to observe; "
                            + "choose the observations obs",
                    DemoPaths.STATES, DemoPaths.INITIAL_STATE);
        }
        return leaves;
    }

    private boolean isLike(Leaf leaf, String path) {
        return leaf.isLike(fields.get(path));
    }

    private List<Leaf> obs() {
        List<Leaf> leaves =
                leaves(DemoPaths.OBS).stream().filter(this::isStorable).toList();
        if (leaves.isEmpty() && !hasEmptyArray(MinariArray.OBSERVATIONS)) {
            throw new ExportRefusedException(
                    "no array in '" + DemoPaths.OBS + "' can be an observation; choose the observations states");
        }
        return leaves;
    }

    private List<Leaf> leaves(String group) {
        return fields.values().stream()
                .filter(f -> f.path().equals(group) || f.path().startsWith(group + "/"))
                .map(f -> leaf(group, f))
                .toList();
    }

    private Leaf leaf(String group, FieldInfo field) {
        boolean picture =
                field.isImage() && Space.looksLikePicture(field.dtype(), field.rowShape()) && !options.legacy();
        if (origin.isPresent()) {
            return Leaf.asImported(below(origin.get().path(field.path())), field, picture, "");
        }
        String name = field.path().equals(group) ? "" : field.path().substring(group.length() + 1);
        return Leaf.inSpace(name, field, picture);
    }

    /** Path below observations, actions or infos. */
    private static String below(String path) {
        return path.substring(path.contains("/") ? path.indexOf('/') + 1 : path.length());
    }

    private boolean hasEmptyArray(String group) {
        return origin.stream()
                .flatMap(o -> o.emptyArrays().stream())
                .anyMatch(empty -> empty.path().startsWith(group + "/"));
    }

    private boolean isStorable(Leaf leaf) {
        boolean storable = leaf.picture()
                || !Space.looksLikePicture(leaf.field().dtype(), leaf.field().rowShape());
        if (!storable) {
            notes.add(Sentence.of(
                    "'%s' is in infos as it is, since Minari %s pictures among observations",
                    leaf.field().path(), (options.legacy() ? "0.4 does not decode" : "would decode it as")));
        }
        return storable;
    }

    private LastObservation lastObservation(List<Leaf> observations) {
        for (Leaf leaf : observations) {
            String path = leaf.in(DemoPaths.FINAL_OBS);
            if (!isLike(leaf, path) || !survey.rows().get(path).isSomewhere()) {
                noteLeftOut("every episode", traits.first().where(), path);
                return LastObservation.DROPPED;
            }
        }
        for (Leaf leaf : observations) {
            String path = leaf.in(DemoPaths.FINAL_OBS);
            Optional<String> without = survey.rows().get(path).firstWithout();
            if (without.isPresent()) {
                noteLeftOut("some episodes", without.get(), path);
                break;
            }
        }
        return LastObservation.RECORDED;
    }

    private void noteLeftOut(String whose, String where, String path) {
        notes.add(Sentence.of(
                "the last action of %s is left out, with what it led to, since %s has no '%s' for it",
                whose, where, path));
    }

    /** Initial states of which more rows than the last, the first observation, carry information. */
    private Set<String> severalResets(List<Leaf> observations) {
        Set<String> several = new TreeSet<>();
        for (Leaf leaf : observations) {
            String path = leaf.in(DemoPaths.INITIAL_STATE);
            if (traits.severalResets().contains(path)) {
                several.add(path);
            }
        }
        for (String path : several) {
            notes.add("'" + path + "' has several rows that differ; the last of them is the first observation");
        }
        return several;
    }

    private Set<String> used(List<Leaf> observations, List<Leaf> actions, LastObservation last) {
        Set<String> used = new HashSet<>();
        actions.forEach(leaf -> used.add(leaf.field().path()));
        for (Leaf leaf : observations) {
            used.add(leaf.field().path());
            if (last == LastObservation.STATE) {
                used.add(leaf.in(DemoPaths.INITIAL_STATE));
            } else if (last == LastObservation.RECORDED) {
                used.add(leaf.in(DemoPaths.FINAL_OBS));
            }
        }
        if (options.reward() == RewardPolicy.RECORDED) {
            used.add(MinariArray.REWARDS);
        }
        if (fields.containsKey(MinariArray.TERMINATIONS) && fields.containsKey(MinariArray.TRUNCATIONS)) {
            used.add(MinariArray.TERMINATIONS);
            used.add(MinariArray.TRUNCATIONS);
        }
        return used;
    }
}
