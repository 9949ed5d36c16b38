package io.github.roboreel.bridge;

import java.nio.file.Path;

/** What a client is to record into: a recording that is open, or one that it opens. */
interface SharedRun {
    RingFields fields();

    int numEnvs();

    /** The folder of its run files. */
    Path envFolder();

    /** The run that it is at, or that it opens first. */
    int currentRun();

    /**
     * Gives envs to the client, all or none; it gives them back with {@link BridgedRecording#leave}.
     *
     * @throws ProtocolException when another client has one of them
     */
    BridgedRecording take(int[] envs);
}
