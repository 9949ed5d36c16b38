package io.github.roboreel.fleet.export;

import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.folders.FolderView;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A folder, and which of its episodes are wanted.
 *
 * @param demos {@code ENV/run_0.hdf5/demo_3} of those; null for all
 */
public record FolderChoice(FleetFolder folder, Set<String> demos) implements Serializable {
    /** Copies the set. */
    public FolderChoice {
        demos = demos == null ? null : new HashSet<>(demos);
    }

    /** All of its episodes. */
    public static FolderChoice all(FleetFolder folder) {
        return new FolderChoice(folder, null);
    }

    /** Whether an episode is among them that was read through a view of the folder. */
    public boolean includes(FolderView view, EpisodeFacts episode) {
        return includes(view.path(), episode);
    }

    /** The same as a predicate; empty where all are. */
    public Optional<Predicate<EpisodeFacts>> listed(FolderView view) {
        return demos == null ? Optional.empty() : Optional.of(episode -> includes(view, episode));
    }

    /** The same of an episode that was read in place. */
    public boolean includes(EpisodeFacts episode) {
        Path path = Path.of(folder.name());
        return episode.file().startsWith(path) && includes(path, episode);
    }

    private boolean includes(Path path, EpisodeFacts episode) {
        return demos == null
                || demos.contains(path.relativize(episode.file()).toString().replace('\\', '/') + "/" + episode.demo());
    }
}
