package io.github.roboreel.recordings.episodes;

import java.io.Serializable;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/** The names that a choice of episodes can be made by, as those that were found have them. For one thread at a time. */
public final class EpisodeNames implements Serializable {
    private static final long serialVersionUID = 1L;

    private final TreeSet<String> envs = new TreeSet<>();
    private final TreeSet<String> values = new TreeSet<>();

    /** Adds an env's name, whatever episodes it has. */
    void addEnv(String name) {
        envs.add(name);
    }

    /** Adds the names of an episode's env and of its values. */
    public void add(EpisodeFacts episode) {
        envs.add(episode.envName());
        values.addAll(episode.valueNames());
    }

    /** Adds the names that other episodes have. */
    public void addAll(EpisodeNames others) {
        envs.addAll(others.envs);
        values.addAll(others.values);
    }

    Set<String> envs() {
        return Collections.unmodifiableSet(envs);
    }

    Set<String> values() {
        return Collections.unmodifiableSet(values);
    }
}
