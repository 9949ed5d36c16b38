package io.github.roboreel.bridge;

import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * A recording that a client asks for, checked as far as that needs no folder; taking its envs opens it.
 *
 * @param whenOpen gets it, so that others can join
 */
record NewRecording(
        OpenRequest request,
        RecorderConfig config,
        RingFields fields,
        RunSpec spec,
        OptionalInt run,
        Consumer<BridgedRecording> whenOpen)
        implements SharedRun {
    static NewRecording of(OpenRequest request, RecorderConfig config, Consumer<BridgedRecording> whenOpen) {
        return new NewRecording(request, config, request.fields(), request.spec(0), request.run(), whenOpen);
    }

    @Override
    public int numEnvs() {
        return spec.numEnvs();
    }

    @Override
    public Path envFolder() {
        return spec.envFolder();
    }

    /** Opens the run that is asked for, or the next free one. */
    @Override
    public BridgedRecording take(int[] envs) throws IOException {
        int number = run.isPresent() ? run.getAsInt() : request.nextRun();
        BridgedRecording opened = new BridgedRecording(
                request, config, fields, spec.toBuilder().run(number).build());
        opened.take(envs);
        whenOpen.accept(opened);
        return opened;
    }
}
