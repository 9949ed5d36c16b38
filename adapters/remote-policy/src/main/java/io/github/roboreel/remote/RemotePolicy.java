package io.github.roboreel.remote;

import io.github.roboreel.simulation.ActionSpace;
import io.github.roboreel.simulation.EnvFailedException;
import io.github.roboreel.simulation.Observation;
import io.github.roboreel.simulation.VectorPolicy;
import java.util.List;
import java.util.Map;

/**
 * Asks a server for the actions of some envs. An answer holds a chunk of actions, of which the first few are taken
 * before the server is asked again; what is left when the episode ends is dropped.
 */
final class RemotePolicy implements VectorPolicy {
    private static final double SECONDS_PER_MS = 1e-3;

    private final RequestWriter writer;
    private final List<PolicyServer> servers;
    private final Runnable onClose;
    private final String actionsKey;
    private final ActionSpace space;
    private final int replanSteps;
    private final Episode[] episodes;

    /** What is kept of an env's episode. */
    private static final class Episode {
        double[][] chunk = {};
        int next;
        long requests;
        double serverSeconds;
    }

    /**
     * @param servers one per env; may be the same
     * @param onClose frees the servers
     */
    RemotePolicy(
            OpenPiConfig config,
            RequestWriter writer,
            ActionSpace space,
            List<PolicyServer> servers,
            Runnable onClose) {
        this.writer = writer;
        this.servers = servers;
        this.onClose = onClose;
        this.space = space;
        actionsKey = config.actions();
        replanSteps = config.replanSteps();
        episodes = new Episode[servers.size()];
    }

    @Override
    public void reset(int env, Observation first, long seed) {
        episodes[env] = new Episode();
    }

    @Override
    public void act(int[] envs, Observation[] now, double[][] actionsOut) {
        for (int env : envs) {
            Episode episode = episodes[env];
            if (episode.next == episode.chunk.length) {
                ask(env, episode, now[env]);
            }
            double[] action = episode.chunk[episode.next++];
            System.arraycopy(action, 0, actionsOut[env], 0, action.length);
        }
    }

    private void ask(int env, Episode episode, Observation now) {
        PolicyServer server = servers.get(env);
        try {
            Map<?, ?> answer = server.ask(writer.write(now));
            episode.chunk = server.judged(() -> chunk(answer));
            episode.next = 0;
            episode.requests++;
            episode.serverSeconds += serverMillis(answer) * SECONDS_PER_MS;
        } catch (ServerException e) {
            throw new EnvFailedException(env, e.getMessage(), null);
        }
    }

    private double[][] chunk(Map<?, ?> answer) {
        if (!answer.containsKey(actionsKey)) {
            throw new ServerException("its answer has no '%s'; it has %s", actionsKey, answer.keySet());
        }
        WireArray actions = WireArray.of(answer.get(actionsKey));
        List<Integer> shape = actions.shape();
        if (shape.size() != 2 || shape.get(0) < replanSteps || shape.get(1) != space.size()) {
            throw new ServerException(
                    "its '%s' have shape %s; expected [%d or more, %d]", actionsKey, shape, replanSteps, space.size());
        }
        double[][] chunk = new double[replanSteps][space.size()];
        for (int row = 0; row < replanSteps; row++) {
            for (int i = 0; i < space.size(); i++) {
                chunk[row][i] = finite(actions.get(row * space.size() + i), row, i);
            }
        }
        return chunk;
    }

    private double finite(double value, int row, int index) {
        if (!Double.isFinite(value)) {
            throw new ServerException(
                    "it gave %s for %s in action %d of its answer; expected a finite number",
                    value, space.values().get(index).name(), row);
        }
        return value;
    }

    /** What the server says that its policy took; 0 where it does not say. */
    private static double serverMillis(Map<?, ?> answer) {
        return answer.get("server_timing") instanceof Map<?, ?> timing
                        && timing.get("infer_ms") instanceof Number millis
                        && millis.doubleValue() >= 0
                        && millis.doubleValue() < Double.POSITIVE_INFINITY
                ? millis.doubleValue()
                : 0;
    }

    @Override
    public Map<String, Object> attributes(int env) {
        Episode episode = episodes[env];
        return Map.of("policy_requests", episode.requests, "policy_server_s", episode.serverSeconds);
    }

    @Override
    public void close() {
        onClose.run();
    }
}
