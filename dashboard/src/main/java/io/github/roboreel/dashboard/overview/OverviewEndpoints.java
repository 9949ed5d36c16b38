package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.api.Endpoint;
import io.github.roboreel.dashboard.index.RecordingIndex;
import java.util.List;

/** Endpoints about recordings and many episodes. */
public final class OverviewEndpoints {
    private OverviewEndpoints() {}

    /** All of them. */
    public static List<Endpoint> of(RecordingIndex index) {
        return List.of(
                new FoldersEndpoint(index),
                new RecordingsEndpoint(index),
                new RecordingEndpoint(index),
                new EpisodesEndpoint(index));
    }
}
