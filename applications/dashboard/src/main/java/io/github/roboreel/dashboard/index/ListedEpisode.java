package io.github.roboreel.dashboard.index;

/**
 * A row of a list of episodes.
 *
 * @param recording that it belongs to
 * @param episode which it is; it has a result line
 */
public record ListedEpisode(IndexedRecording recording, IndexedEpisode episode) {
    public String id() {
        return episode.id(recording.recording().path());
    }
}
