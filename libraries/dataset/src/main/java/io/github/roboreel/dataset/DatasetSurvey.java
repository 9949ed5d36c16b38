package io.github.roboreel.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.JoinedActions;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import io.github.roboreel.recordings.episodes.LateObservations;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * A first look at all episodes: what they hold, and that it is the same everywhere. Rows are read of arrays only that
 * may be {@link LateObservations}.
 *
 * <p>Episodes of two envs with different arrays cannot be in one dataset; nothing is left out to make them fit.
 *
 * @param counts of episodes and what they have
 * @param fields by path, in the file's order: every array; all episodes have the same ones, of the same types
 * @param rows by path: how many rows they have
 * @param envNames names of the environments, each once
 * @param remarks what users should know of single arrays, a sentence each
 * @param changes what was done to the recorded episodes, for readers of the dataset, a sentence each
 */
public record DatasetSurvey(
        Counts counts,
        Map<String, FieldInfo> fields,
        Map<String, RowTally> rows,
        List<String> envNames,
        List<String> remarks,
        List<String> changes) {
    /**
     * How much there is.
     *
     * @param episodes number of episodes, at least 1
     * @param steps of all of them
     * @param finalObservations episodes that have the observation after their last action
     */
    public record Counts(long episodes, long steps, long finalObservations) {
        private Counts plus(Counts other) {
            return new Counts(
                    episodes + other.episodes, steps + other.steps, finalObservations + other.finalObservations);
        }
    }

    /** Number of episodes, at least 1. */
    public long episodes() {
        return counts.episodes;
    }

    /** Steps of all of them. */
    public long steps() {
        return counts.steps;
    }

    /**
     * Looks at them.
     *
     * @throws ExportRefusedException when there is none, one is empty, or two differ in their arrays or in the types of
     *     them
     */
    public static DatasetSurvey of(EpisodeSource source) throws IOException {
        return of(source, (facts, episode) -> {});
    }

    /**
     * Looks at them, and lets a second visitor look at each of them in the same pass.
     *
     * @param also is called with every episode after it was found fitting
     * @throws ExportRefusedException as {@link #of(EpisodeSource)}, or of {@code also}
     */
    public static DatasetSurvey of(EpisodeSource source, EpisodeSource.Visitor also) throws IOException {
        Collector collector = new Collector();
        source.look((facts, episode) -> {
            collector.add(facts, episode);
            also.visit(facts, episode);
        });
        return collector.found(source.notes());
    }

    /** Arrays below a group, for example {@code obs}. */
    public List<FieldInfo> below(String group) {
        return fields.values().stream()
                .filter(f -> f.path().startsWith(group + "/"))
                .toList();
    }

    /** What users of the dataset should know of the episodes, a sentence each: changes first. */
    public List<String> notes() {
        List<String> notes = new ArrayList<>(changes);
        notes.addAll(remarks);
        return notes;
    }

    /** Whether every episode has the observation after its last action. */
    public boolean hasFinalObservations() {
        return counts.finalObservations == counts.episodes;
    }

    /**
     * What the episodes looked at so far have in common. Collectors of parts can be joined, in other processes too: the
     * same episodes in the same order give the same survey, whatever the parts. For one thread.
     */
    public static final class Collector {
        private final LinkedHashSet<String> envNames = new LinkedHashSet<>();
        private final Map<String, RowTally> rows = new HashMap<>();
        private final Map<String, String> lateObservations = new LinkedHashMap<>();
        /** By path, the first episode that says something else of its elements than the very first. */
        private final Map<String, String> unlikeSignals = new LinkedHashMap<>();

        /** Those of the first episode. */
        private Map<String, FieldInfo> fields = Map.of();
        /** Where the first episode is, for messages. */
        private String first = "";

        private Counts counts = new Counts(0, 0, 0);

        /** Of no episodes yet. */
        public Collector() {}

        /** One that {@link #json} gave. */
        public static Collector of(JsonNode json) {
            return SurveyState.read(json, Collector.class);
        }

        /** All of it, for {@link #of}: its size does not depend on the number of episodes. */
        public JsonNode json() {
            return SurveyState.of(this);
        }

        /**
         * Looks at an episode.
         *
         * @throws ExportRefusedException when it is empty, or differs from the first in its arrays or the types of them
         */
        public void add(EpisodeFacts facts, EpisodeReader episode) throws IOException {
            long samples = episode.numSamples();
            if (samples == 0) {
                throw new ExportRefusedException(
                        facts.where() + " has no steps; leave it out, as a least number of 1 step does");
            }
            Map<String, FieldInfo> own = new LinkedHashMap<>();
            boolean hasFinal = false;
            for (String path : episode.paths()) {
                DatasetInfo info = episode.info(path);
                own.put(path, FieldInfo.of(path, info));
                rows.computeIfAbsent(path, p -> new RowTally()).add(facts, info, samples);
                hasFinal |= DemoPaths.isIn(DemoPaths.FINAL_OBS, path) && info.rows() > 0;
            }
            own.replaceAll((path, field) -> asItsObservation(field, own));
            if (episode instanceof JoinedActions joined) {
                String parts = described(joined);
                own.computeIfPresent(DemoPaths.ACTIONS, (path, field) -> field.withJoinedOf(parts));
            }
            compare(facts.where(), own);
            for (String path : own.keySet()) {
                if (!lateObservations.containsKey(path) && LateObservations.isLate(episode, path)) {
                    lateObservations.put(path, facts.where());
                }
            }
            counts = counts.plus(new Counts(1, samples, hasFinal ? 1 : 0));
            envNames.add(facts.envName());
        }

        /**
         * Takes what another found, whose episodes come after those of this one.
         *
         * @throws ExportRefusedException when the first of each differ in their arrays or the types of them
         */
        public void add(Collector later) {
            if (later.counts.episodes == 0) {
                return;
            }
            compare(later.first, later.fields);
            later.lateObservations.forEach(lateObservations::putIfAbsent);
            later.unlikeSignals.forEach(unlikeSignals::putIfAbsent);
            later.rows.forEach((path, tally) ->
                    rows.computeIfAbsent(path, p -> new RowTally()).add(tally));
            counts = counts.plus(later.counts);
            envNames.addAll(later.envNames);
        }

        private static String described(JoinedActions joined) throws IOException {
            List<String> parts = new ArrayList<>();
            for (String part : joined.parts()) {
                parts.add(part + joined.info(part).rowShape());
            }
            return String.join(", ", parts);
        }

        /** A single row is in a chunk of its own whatever it is. */
        private static FieldInfo asItsObservation(FieldInfo field, Map<String, FieldInfo> own) {
            FieldInfo observation = own.get(DemoPaths.obsOf(field.path()));
            return observation == null ? field : field.withImage(observation.isImage());
        }

        private void compare(String where, Map<String, FieldInfo> own) {
            if (counts.episodes == 0) {
                fields = own;
                first = where;
                return;
            }
            if (!fields.keySet().equals(own.keySet())) {
                throw new ExportRefusedException(
                        "%s has other arrays than %s (%s), and a dataset has one structure; leave that array out, or "
                                + "export them apart, for example one environment after the other",
                        where, first, difference(own));
            }
            own.forEach((path, field) -> compare(where, fields.get(path), field));
            own.forEach((path, field) -> {
                if (!field.signal().equals(fields.get(path).signal())) {
                    unlikeSignals.putIfAbsent(path, where);
                }
            });
        }

        private String difference(Map<String, FieldInfo> own) {
            for (String path : own.keySet()) {
                if (!fields.containsKey(path)) {
                    return "'" + path + "' is only in the former";
                }
            }
            for (String path : fields.keySet()) {
                if (!own.containsKey(path)) {
                    return "'" + path + "' is only in the latter";
                }
            }
            return "none";
        }

        private void compare(String where, FieldInfo expected, FieldInfo own) {
            if (expected.dtype() != own.dtype() || !expected.rowShape().equals(own.rowShape())) {
                throw new ExportRefusedException(
                        "%s has '%s' as %s%s, %s has it as %s%s; export them apart",
                        where,
                        own.path(),
                        own.dtype().label(),
                        own.rowShape(),
                        first,
                        expected.dtype().label(),
                        expected.rowShape());
            }
        }

        /**
         * What all of them have in common.
         *
         * @param changes as {@link EpisodeSource#notes} gives them
         * @throws ExportRefusedException when there is none
         */
        public DatasetSurvey found(List<String> changes) {
            if (counts.episodes == 0) {
                throw new ExportRefusedException("no episode is left to export; check the folder and the filters");
            }
            Map<String, FieldInfo> common = new LinkedHashMap<>(fields);
            unlikeSignals.keySet().forEach(path -> common.computeIfPresent(path, (p, field) -> field.withoutSignal()));
            return new DatasetSurvey(counts, common, rows, List.copyOf(envNames), remarks(), changes);
        }

        private List<String> remarks() {
            List<String> remarks = new ArrayList<>();
            lateObservations.forEach((path, episode) ->
                    remarks.add("'" + path + "' " + LateObservations.problem(path) + "; " + episode + " is the first"));
            unlikeSignals.forEach((path, episode) -> remarks.add("names and bounds of '" + path + "' are left out: "
                    + episode + " says something else of them than " + first));
            return remarks;
        }
    }
}
