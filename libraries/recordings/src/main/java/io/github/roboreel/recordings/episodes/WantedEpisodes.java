package io.github.roboreel.recordings.episodes;

import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.RunFile;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.OpenRun;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.recordings.folder.StoredDemo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.Predicate;

/** Which episodes of a folder are wanted, for those who open its run files themselves. For one thread. */
public final class WantedEpisodes {
    private final ResultFolder folder;
    private final EpisodeChoice choice;
    private final Predicate<EpisodeFacts> isListed;
    private final boolean isAll;
    private final RecordedEpisodes recorded;
    private final FactsReader facts;
    private final EpisodeNames names = new EpisodeNames();

    /** Those that a choice wants. */
    public WantedEpisodes(ResultFolder folder, EpisodeChoice choice) {
        this(folder, choice, Optional.empty());
    }

    /**
     * Those that a choice wants.
     *
     * @param isListed whether an episode may be wanted besides; empty lets all pass
     */
    public WantedEpisodes(
            ResultFolder folder, EpisodeChoice choice, Optional<? extends Predicate<EpisodeFacts>> isListed) {
        this.folder = folder;
        this.choice = choice;
        this.isListed = isListed.isPresent() ? isListed.get() : any -> true;
        isAll = choice.wantsAll() && isListed.isEmpty();
        recorded = new RecordedEpisodes(folder, new ArrayList<>());
        facts = new FactsReader(folder, true);
        folder.envs().forEach(env -> names.addEnv(env.name()));
    }

    /** Whether all are. */
    public boolean isAll() {
        return isAll;
    }

    /** Whether episodes of an env may be. */
    public boolean includesEnv(String name) {
        return choice.includesEnv(name);
    }

    /**
     * Whether an episode is.
     *
     * @throws IOException when its attributes or its env's configuration cannot be read
     */
    public boolean includes(EnvFolder env, StoredDemo demo) throws IOException {
        if (isAll) {
            return true;
        }
        RecordedEpisode episode = recorded.episode(env, demo);
        if (!choice.includesEnv(env.name()) || !choice.includesNumber(episode.episode())) {
            return false;
        }
        EpisodeFacts known = facts.read(episode, demo.reader());
        names.add(known);
        long steps = choice.minSteps() > 0 ? demo.reader().numSamples() : 0;
        return choice.includes(known, steps) && isListed.test(known);
    }

    /** Makes filters of the demos of a run file; groups and places without an episode pass where all are wanted. */
    public DemoFilter.Factory filters(EnvFolder env, RunFile file) {
        return isAll
                ? DemoFilter.Factory.ALL
                : run -> {
                    OpenRun open = OpenRun.of(env, file, run);
                    return demo -> {
                        Optional<StoredDemo> stored = open.demo(demo);
                        return stored.isPresent() && includes(env, stored.get());
                    };
                };
    }

    /** Whether the episode of a result line may be, as far as the line says. */
    public boolean includes(EpisodeRecord line) {
        return choice.includes(line, folder.annotations().of(line));
    }

    /**
     * Refuses a name that was asked for and that no env and none of the episodes seen so far has.
     *
     * @throws io.github.roboreel.format.fault.RoboReelException of kind BAD_ARGUMENT, with the names that are like it
     */
    public void requireKnownNames() {
        choice.requireKnown(names);
    }

    /** In one sentence, such a name; empty where all are known. */
    public Optional<String> unknownName() {
        return choice.unknownName(names);
    }
}
