package io.github.roboreel.dataset;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.JoinedActions;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A first look at all episodes, without reading their rows: what they hold, and that it is the same everywhere.
 * Episodes of two envs with different arrays cannot be in one dataset; nothing is left out to make them fit.
 *
 * @param episodes number of episodes, at least 1
 * @param steps of all of them
 * @param fields by path, in the file's order: every array; all episodes have the same ones, of the same types
 * @param rows by path: how many rows they have
 * @param finalObservations episodes that have the observation after their last action
 * @param envNames names of the environments, each once
 * @param changes what was done to the recorded episodes, for readers of the dataset, a sentence each
 */
public record DatasetSurvey(
        long episodes,
        long steps,
        Map<String, FieldInfo> fields,
        Map<String, RowTally> rows,
        long finalObservations,
        List<String> envNames,
        List<String> changes) {

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
     * Looks at them, and lets somebody else look at each of them on the same occasion.
     *
     * @param also is called with every episode after it was found fitting
     * @throws ExportRefusedException as {@link #of(EpisodeSource)}, or of {@code also}
     */
    public static DatasetSurvey of(EpisodeSource source, EpisodeSource.Visitor also) throws IOException {
        Surveyor surveyor = new Surveyor();
        source.look((facts, episode) -> {
            surveyor.look(facts, episode);
            also.visit(facts, episode);
        });
        return surveyor.found(source.notes());
    }

    /** Arrays below a group, for example {@code obs}. */
    public List<FieldInfo> below(String group) {
        return fields.values().stream()
                .filter(f -> f.path().startsWith(group + "/"))
                .toList();
    }

    /** Whether every episode has the observation after its last action. */
    public boolean hasFinalObservations() {
        return finalObservations == episodes;
    }

    private static final class Surveyor {
        private final List<String> envNames = new ArrayList<>();
        private final Map<String, RowTally> rows = new HashMap<>();
        private Map<String, FieldInfo> fields;
        private EpisodeFacts first;
        private long episodes;
        private long steps;
        private long finalObservations;

        void look(EpisodeFacts facts, EpisodeReader episode) throws IOException {
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
            compare(facts, own);
            episodes++;
            steps += samples;
            finalObservations += hasFinal ? 1 : 0;
            if (!envNames.contains(facts.envName())) {
                envNames.add(facts.envName());
            }
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

        private void compare(EpisodeFacts facts, Map<String, FieldInfo> own) {
            if (fields == null) {
                fields = own;
                first = facts;
                return;
            }
            if (!fields.keySet().equals(own.keySet())) {
                throw new ExportRefusedException(
                        "%s has other arrays than %s (%s), and a dataset has one structure; export them "
                                + "apart, for example one environment after the other",
                        facts.where(), first.where(), difference(own));
            }
            own.forEach((path, field) -> compare(facts, fields.get(path), field));
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

        private void compare(EpisodeFacts facts, FieldInfo expected, FieldInfo own) {
            if (expected.dtype() != own.dtype() || !expected.rowShape().equals(own.rowShape())) {
                throw new ExportRefusedException(
                        "%s has '%s' as %s%s, %s has it as %s%s; export them apart",
                        facts.where(),
                        own.path(),
                        own.dtype().label(),
                        own.rowShape(),
                        first.where(),
                        expected.dtype().label(),
                        expected.rowShape());
            }
        }

        DatasetSurvey found(List<String> changes) {
            if (episodes == 0) {
                throw new ExportRefusedException("no episode is left to export; check the folder and the filters");
            }
            return new DatasetSurvey(episodes, steps, fields, rows, finalObservations, List.copyOf(envNames), changes);
        }
    }
}
