package io.github.roboreel.recordings.transform;

import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Facts of made up episodes. */
public final class Facts {
    private Facts() {}

    /** Of an episode that the task ended. */
    public static EpisodeFacts of(int index, double dtSeconds) {
        return of(index, dtSeconds, EpisodeFacts.Ending.TERMINATED);
    }

    /** Of an episode that ended so. */
    public static EpisodeFacts of(int index, double dtSeconds, EpisodeFacts.Ending ending) {
        return new EpisodeFacts(
                Path.of("/data/out/WaveTask/run_0.hdf5"),
                "demo_" + index,
                "WaveTask",
                0,
                index,
                0,
                "wave",
                Optional.empty(),
                ending,
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalLong.of(index),
                dtSeconds,
                Map.of(),
                Map.of(),
                Map.of(),
                "");
    }
}
