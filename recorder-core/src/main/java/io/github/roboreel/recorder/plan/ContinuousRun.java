package io.github.roboreel.recorder.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.EnvConfig;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.ConfigException;
import java.util.List;
import java.util.stream.IntStream;

/** Runs of continuous episodes: files with places for demos, which envs fill in the order in which they begin. */
public final class ContinuousRun {
    private ContinuousRun() {}

    /**
     * The first of them. Seeds count up from that of env 0, place by place.
     *
     * @param described says which envs there are; all of them with one instruction, policy and period, for which env
     *     fills a place is not known when its file is made
     * @param numPlaces demos of a file; raised to the number of envs
     * @throws IllegalArgumentException when the envs differ
     */
    public static RunSpec first(RunSpec described, int numPlaces) {
        EpisodeInfo one = described.episodes().get(0);
        for (int env = 0; env < described.numEnvs(); env++) {
            requireAlike(env, described.episodes().get(env), one);
        }
        int places = places(numPlaces, described.numEnvs());
        return described.toBuilder()
                .continuous(described.numEnvs())
                .episodes(places(one, one.seed(), places))
                .envConfigJson(config(described.envConfigJson(), places))
                .build();
    }

    /** Places of a file: as many as are wanted, and as there are envs at least. */
    public static int places(int wanted, int numEnvs) {
        return Math.max(wanted, numEnvs);
    }

    private static void requireAlike(int env, EpisodeInfo info, EpisodeInfo one) {
        boolean isAlike = info.instruction().equals(one.instruction())
                && info.policy().equals(one.policy())
                && info.dtSeconds() == one.dtSeconds();
        if (!isAlike) {
            throw new IllegalArgumentException(Sentence.of(
                    "env %s has another instruction, policy or period than env 0; continuous episodes need one for all"
                            + " envs, record others into a folder of their own",
                    env));
        }
    }

    /** The run that follows. */
    public static RunSpec after(RunSpec run) {
        EpisodeInfo one = run.episodes().get(0);
        long seed = one.seed() < 0 ? one.seed() : one.seed() + run.numDemos() & Long.MAX_VALUE;
        return run.toBuilder()
                .run(run.run() + 1)
                .episodes(places(one, seed, run.numDemos()))
                .build();
    }

    private static List<EpisodeInfo> places(EpisodeInfo one, long firstSeed, int count) {
        return IntStream.range(0, count)
                .mapToObj(k -> new EpisodeInfo(
                        one.instruction(),
                        one.policy(),
                        firstSeed < 0 ? firstSeed : firstSeed + k & Long.MAX_VALUE,
                        one.dtSeconds()))
                .toList();
    }

    private static String config(String json, int places) {
        try {
            JsonNode config = FormatJson.read(json);
            if (config instanceof ObjectNode object) {
                object.put(EnvConfig.EPISODES_PER_FILE, places);
            }
            return config.toString();
        } catch (JsonProcessingException e) {
            throw new ConfigException("envConfigJson", "is not JSON: " + e.getOriginalMessage(), e);
        }
    }
}
