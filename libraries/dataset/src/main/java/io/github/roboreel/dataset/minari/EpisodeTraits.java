package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.minari.EpisodeLayout.LastObservation;
import io.github.roboreel.dataset.minari.MinariOptions.DataFormat;
import io.github.roboreel.dataset.minari.MinariOptions.Observations;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What Minari must know of the episodes besides their arrays; gathered while they are surveyed. */
final class EpisodeTraits implements EpisodeSource.Visitor {
    /** Arrow's readers cut longer tables into batches, and Minari takes a batch for an episode. */
    private static final long BATCH_ROWS = 131_072;

    /** Of those our columns of Arrow are made. */
    private static final Set<String> IN_ARROW = Set.of("Box", "Text");

    private final MinariOptions options;
    private final Set<String> configs = new TreeSet<>();
    private final Set<Optional<String>> policies = new HashSet<>();
    private final Set<String> severalResets = new TreeSet<>();
    private EpisodeFacts first;
    private EpisodeFacts shortest;
    private EpisodeFacts longest;
    private long fewestSteps = Long.MAX_VALUE;
    private long mostSteps = -1;

    EpisodeTraits(MinariOptions options) {
        this.options = options;
    }

    /**
     * {@inheritDoc}
     *
     * @throws ExportRefusedException when something of the episode cannot be stored
     */
    @Override
    public void visit(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        EpisodeAttributes.requireStorable(facts);
        for (String path : episode.paths()) {
            EpisodeAttributes.requireName(facts, path);
            if (isReset(path) && !severalResets.contains(path) && rowsDiffer(episode, path)) {
                severalResets.add(path);
            }
        }
        configs.add(facts.environmentConfig());
        policies.add(facts.policy());
        first = first == null ? facts : first;
        long steps = episode.numSamples();
        if (steps < fewestSteps) {
            fewestSteps = steps;
            shortest = facts;
        }
        if (steps > mostSteps) {
            mostSteps = steps;
            longest = facts;
        }
    }

    private boolean isReset(String path) {
        return options.observations() != Observations.OBS && DemoPaths.isIn(DemoPaths.INITIAL_STATE, path);
    }

    /** Whether an array has rows that differ from its last one. */
    private static boolean rowsDiffer(EpisodeReader episode, String path) throws IOException {
        long rows = episode.info(path).rows();
        if (rows < 2) {
            return false;
        }
        byte[] last = episode.readBytes(path, rows - 1, rows);
        for (long row = 0; row < rows - 1; row++) {
            if (!Arrays.equals(last, episode.readBytes(path, row, row + 1))) {
                return true;
            }
        }
        return false;
    }

    EpisodeFacts first() {
        return first;
    }

    /** What the configurations of the environments keep of the datasets that episodes were imported from. */
    List<Map<String, Object>> descriptions() {
        return configs.stream().map(DescriptionJson::in).toList();
    }

    /** Who acted in all episodes; empty when that is not one, or not known. */
    Optional<String> commonPolicy() {
        return policies.size() == 1
                ? policies.iterator().next().filter(policy -> !policy.equals(MinariEpisode.UNKNOWN_POLICY))
                : Optional.empty();
    }

    /** Initial states with rows that differ. */
    Set<String> severalResets() {
        return severalResets;
    }

    /** Refuses episodes that have too few or too many steps for Minari. */
    void requireSteps(LastObservation last) {
        if (last == LastObservation.DROPPED) {
            requireTwoSteps(shortest, fewestSteps);
        }
        if (options.dataFormat() == DataFormat.ARROW) {
            requireOneBatch(last, longest, mostSteps);
        }
    }

    /** Refuses an episode of which nothing is left without its last action. */
    static void requireTwoSteps(EpisodeFacts facts, long steps) {
        if (steps < 2) {
            throw new ExportRefusedException(facts.where()
                    + " has one step, which is left out for want of a final observation;"
                    + " leave the episode out, as a least number of 2 steps or only complete episodes do");
        }
    }

    static void requireOneBatch(LastObservation last, EpisodeFacts facts, long steps) {
        long observations = steps + (last == LastObservation.DROPPED ? 0 : 1);
        if (observations > BATCH_ROWS) {
            throw new ExportRefusedException(
                    "%s has %s observations, but Minari reads at most %s of an episode in Arrow; choose "
                            + "the HDF5 format",
                    facts.where(), observations, BATCH_ROWS);
        }
    }

    /**
     * The Minari dataset that all episodes were imported from and go out as; empty when there is none.
     *
     * @param observations what the dataset observes
     * @throws ExportRefusedException when it cannot go out in that format
     */
    Optional<MinariOrigin> origin(Observations observations) {
        if (observations != Observations.OBS) {
            return Optional.empty();
        }
        Optional<MinariOrigin> common = Optional.empty();
        for (String config : configs) {
            Optional<MinariOrigin> next = MinariOrigin.in(config);
            if (next.isEmpty() || common.isPresent() && !common.equals(next)) {
                return Optional.empty();
            }
            common = next;
        }
        if (options.dataFormat() == DataFormat.ARROW) {
            common.ifPresent(EpisodeTraits::requireInArrow);
        }
        return common;
    }

    private static void requireInArrow(MinariOrigin origin) {
        for (Map.Entry<String, JsonNode> space : origin.spaces().entrySet()) {
            String type = space.getValue().path("type").asText();
            boolean isMember = ("/" + space.getKey() + "/").contains("/_index_");
            if (!IN_ARROW.contains(type) || isMember) {
                throw notInArrow(space.getKey(), isMember ? "in a Tuple" : "a " + type);
            }
        }
        origin.emptyArrays().stream().findFirst().ifPresent(empty -> {
            throw notInArrow(empty.path(), "of shape " + empty.shape());
        });
    }

    private static ExportRefusedException notInArrow(String path, String what) {
        return new ExportRefusedException(
                "'%s' is %s, and Arrow is written for boxes and texts in dictionaries only; choose the "
                        + "HDF5 format",
                path, what);
    }
}
