package io.github.roboreel.tools.folder;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.tools.Json;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Run and env of an episode.
 *
 * @param run index of the run
 * @param envId index of the environment
 */
record EpisodePlace(OptionalInt run, OptionalInt envId) {
    private static final Pattern TRAILING_NUMBER = Pattern.compile(".*_(\\d{1,9})");

    /**
     * As the line says. Where it does not, the run is the number that ends {@code run_name}, and the rest follows from
     * {@code episode = run * num_envs + env_id}.
     *
     * @param line a line of the results
     * @param numEnvs environments per run as the env's configuration has it, else 1
     */
    static EpisodePlace of(JsonNode line, int numEnvs) {
        OptionalInt run = Json.integer(line.path("run"));
        OptionalInt env = Json.integer(line.path("env_id"));
        OptionalInt episode = Json.integer(line.path("episode"));
        if (run.isEmpty()) {
            run = derivedRun(line, episode, numEnvs);
        }
        if (env.isEmpty() && run.isPresent() && episode.isPresent()) {
            int rest = episode.getAsInt() - run.getAsInt() * numEnvs;
            env = rest >= 0 && rest < numEnvs ? OptionalInt.of(rest) : OptionalInt.empty();
        }
        return new EpisodePlace(run, env);
    }

    private static OptionalInt derivedRun(JsonNode line, OptionalInt episode, int numEnvs) {
        Matcher named = TRAILING_NUMBER.matcher(line.path("run_name").asText(""));
        if (named.matches()) {
            int run = Integer.parseInt(named.group(1));
            boolean fits = episode.isEmpty() || episode.getAsInt() / numEnvs == run;
            if (fits) {
                return OptionalInt.of(run);
            }
        }
        return episode.isPresent() ? OptionalInt.of(episode.getAsInt() / numEnvs) : OptionalInt.empty();
    }
}
