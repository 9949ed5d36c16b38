package io.github.roboreel.bridge;

import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * A recording that a client asks for, checked as far as that changes no folder; taking its envs opens it.
 *
 * @param whenOpen gets it, so that others can join
 */
record NewRecording(
        OpenRequest request,
        RecorderConfig config,
        RingFields fields,
        RunSpec spec,
        Consumer<BridgedRecording> whenOpen)
        implements SharedRun {
    /** Of the run that is asked for, or the next free one. */
    static NewRecording of(OpenRequest request, RecorderConfig config, Consumer<BridgedRecording> whenOpen)
            throws IOException {
        RingFields fields = request.fields();
        RunSpec first = request.spec(0);
        int run = request.run().isPresent() ? request.run().getAsInt() : request.nextRun();
        return new NewRecording(
                request, config, fields, first.toBuilder().run(run).build(), whenOpen);
    }

    /** Opens the run. */
    @Override
    public BridgedRecording take(int[] envs) {
        BridgedRecording opened = new BridgedRecording(request, config, fields, spec);
        opened.take(envs);
        whenOpen.accept(opened);
        return opened;
    }
}
