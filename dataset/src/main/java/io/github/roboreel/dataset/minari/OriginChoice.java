package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.minari.MinariOptions.DataFormat;
import io.github.roboreel.dataset.minari.MinariOptions.Observations;
import io.github.roboreel.tools.episodes.EpisodeSource;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Decides whether episodes go out as the Minari dataset that they were imported from. */
final class OriginChoice {
    /** Of those our columns of Arrow are made. */
    private static final Set<String> IN_ARROW = Set.of("Box", "Text");

    private OriginChoice() {}

    /**
     * The dataset that all of them have come from; empty when there is none.
     *
     * @throws ExportRefusedException when it cannot go out in that format
     */
    static Optional<MinariOrigin> of(MinariOptions options, EpisodeSource source) throws IOException {
        if (options.observations() != Observations.OBS) {
            return Optional.empty();
        }
        Set<String> configs = new TreeSet<>();
        source.visit((facts, episode) -> configs.add(facts.environmentConfig()));
        Optional<MinariOrigin> common = Optional.empty();
        for (String config : configs) {
            Optional<MinariOrigin> next = MinariOrigin.in(config);
            if (next.isEmpty() || common.isPresent() && !common.equals(next)) {
                return Optional.empty();
            }
            common = next;
        }
        if (options.dataFormat() == DataFormat.ARROW) {
            common.ifPresent(OriginChoice::requireInArrow);
        }
        return common;
    }

    private static void requireInArrow(MinariOrigin origin) {
        for (Map.Entry<String, JsonNode> space : origin.spaces().entrySet()) {
            String type = space.getValue().path("type").asText();
            boolean isMember = ("/" + space.getKey() + "/").contains("/_index_");
            if (!IN_ARROW.contains(type) || isMember) {
                throw refused(space.getKey(), isMember ? "in a Tuple" : "a " + type);
            }
        }
        origin.emptyArrays().stream().findFirst().ifPresent(empty -> {
            throw refused(empty.path(), "of shape " + empty.shape());
        });
    }

    private static ExportRefusedException refused(String path, String what) {
        return new ExportRefusedException("'"
                + path
                + "' is "
                + what
                + ", and Arrow is written for boxes and texts in dictionaries only; choose"
                + " the HDF5 format");
    }
}
