package io.github.roboreel.simulator.record;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.Sentence;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.simulator.TabletopEnv;
import io.github.roboreel.simulator.render.Camera;
import io.github.roboreel.simulator.render.CameraRenderer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Hands one env's episode to its {@link EnvRecorder}: every field of the schema is filled from the env.
 *
 * <p>Order per episode: {@link #begin}, then per step {@code policy.act}, {@code env.step}, {@link #record}, and at
 * last {@link #end}. The observation is taken at {@code begin} and after each step, and goes into the row of the action
 * that follows it (after the last action, into {@code final_obs}). The step's events follow its row. Belongs to the
 * thread that steps the env; allocates nothing per step.
 */
public final class TabletopRecorderBridge {
    private final TabletopEnv env;
    private final EnvRecorder recorder;
    private final CameraRenderer renderer;
    private final TabletopQuantities quantities;
    private final Map<FieldPhase, List<Entry>> entries = new EnumMap<>(FieldPhase.class);
    private long observeNanos;

    /** A field of the schema and where its values come from. */
    private record Entry(Field field, TabletopQuantities.Quantity quantity) {}

    /**
     * Connects an env to a recorder.
     *
     * @param renderer renders the images of the schema, shared by the envs of one thread; null when it has none
     * @throws IllegalArgumentException when the schema has a field that the tabletop does not provide, or images and
     *     there is no renderer
     */
    public TabletopRecorderBridge(FieldSchema schema, TabletopEnv env, EnvRecorder recorder, CameraRenderer renderer) {
        this.env = env;
        this.recorder = recorder;
        this.renderer = renderer;
        List<Camera> cameras = cameras(schema);
        if (renderer == null && !cameras.isEmpty()) {
            throw new IllegalArgumentException(Sentence.of(
                    "The schema has images of %s, but no renderer was given; pass one of the images' size.",
                    cameras.get(0).cameraName()));
        }
        int frameBytes = renderer == null ? 0 : renderer.size().frameBytes();
        quantities = new TabletopQuantities(env, cameras, frameBytes);
        for (FieldPhase phase : FieldPhase.values()) {
            entries.put(phase, new ArrayList<>());
        }
        for (FieldSpec spec : schema.specs()) {
            if (!spec.path().equals(DemoPaths.WALL_TIME)) {
                Entry entry = new Entry(schema.field(spec.path()), quantities.get(spec.path()));
                entries.get(spec.phase()).add(entry);
            }
        }
    }

    private static List<Camera> cameras(FieldSchema schema) {
        List<Camera> cameras = new ArrayList<>();
        for (Camera camera : Camera.values()) {
            String path = TabletopSchema.OBS + camera.observationPath();
            if (schema.specs().stream().anyMatch(spec -> spec.path().equals(path))) {
                cameras.add(camera);
            }
        }
        return cameras;
    }

    /** Begins the episode from the state the env was reset to. */
    public void begin() {
        recorder.begin(row -> put(FieldPhase.INITIAL, row));
        quantities.observe(renderer);
    }

    /**
     * Records the step just taken: the observation before it, the action, the state after it, and what happened in it.
     */
    public void record(double[] action) {
        quantities.setAction(action);
        StepWriter row = recorder.step();
        put(FieldPhase.STEP, row);
        row.publish();
        record(env.events());
        long start = System.nanoTime();
        quantities.observe(renderer);
        observeNanos += System.nanoTime() - start;
    }

    private void record(List<EpisodeEvent> events) {
        for (int i = 0; i < events.size(); i++) {
            recorder.event(events.get(i));
        }
    }

    /** Time taken by observing after steps, rendering included, ns. */
    public long observeNanos() {
        return observeNanos;
    }

    /** Ends the episode and freezes the env's recording; the summary comes when every sink has finalized it. */
    public CompletableFuture<EpisodeSummary> end(EpisodeOutcome outcome) {
        return recorder.end(outcome, row -> put(FieldPhase.FINAL, row));
    }

    /** The env whose episode is recorded. */
    public TabletopEnv env() {
        return env;
    }

    private void put(FieldPhase phase, StepWriter row) {
        List<Entry> fields = entries.get(phase);
        for (int i = 0; i < fields.size(); i++) {
            Entry entry = fields.get(i);
            entry.quantity().put(row, entry.field());
        }
    }
}
