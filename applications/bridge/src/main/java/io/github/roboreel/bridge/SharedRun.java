package io.github.roboreel.bridge;

import io.github.roboreel.recorder.RunSpec;
import java.nio.file.Path;

/** What a client is to record into: a recording that is open, or one that it opens. */
interface SharedRun {
    RingFields fields();

    /** Of the run that it is at, or that it opens first. */
    RunSpec spec();

    default int numEnvs() {
        return spec().numEnvs();
    }

    /** The folder of its run files. */
    default Path envFolder() {
        return spec().envFolder();
    }

    default int currentRun() {
        return spec().run();
    }

    /**
     * Gives envs to the client, all or none; it gives them back with {@link BridgedRecording#leave}.
     *
     * @throws ProtocolException when another client has one of them
     */
    BridgedRecording take(int[] envs);
}
