package io.github.roboreel.simulator;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.simulation.Env;
import io.github.roboreel.simulation.Observation;
import io.github.roboreel.simulation.StepResult;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A tabletop env with every field of the schema filled from it. Allocates nothing per step. */
final class RecordedTabletop implements Env {
    /** Fields that the runner and the recorder fill. */
    private static final Set<String> FILLED_ELSEWHERE =
            Set.of(DemoPaths.ACTIONS, DemoPaths.SIM_TIME, DemoPaths.WALL_TIME);

    private final TabletopEnv env;
    private final RendererPool renderers;
    private final Map<FieldPhase, List<Entry>> entries = new EnumMap<>(FieldPhase.class);
    private final List<View> views = new ArrayList<>();
    private final List<Picture> pictures = new ArrayList<>();

    /** A field of a row and where its values come from. */
    private record Entry(Field field, TabletopQuantities.Quantity quantity) {}

    /** A field of the observation and where its values come from. */
    private record View(Field field, TabletopQuantities.Reading reading) {}

    /** A field of the observation that a camera fills. */
    private record Picture(Field field, PinholeCamera camera) {}

    /** @throws IllegalArgumentException when the schema has a field that the tabletop does not provide */
    RecordedTabletop(FieldSchema schema, TabletopEnv env, RendererPool renderers) {
        this.env = env;
        this.renderers = renderers;
        TabletopQuantities quantities = new TabletopQuantities(env);
        for (FieldPhase phase : FieldPhase.values()) {
            entries.put(phase, new ArrayList<>());
        }
        for (FieldSpec spec : schema.specs()) {
            if (!FILLED_ELSEWHERE.contains(spec.path())) {
                add(schema.field(spec.path()), quantities);
            }
        }
    }

    private void add(Field field, TabletopQuantities quantities) {
        String path = field.spec().path();
        Optional<PinholeCamera> camera = TabletopSchema.camera(path);
        if (path.startsWith(TabletopSchema.OBS)) {
            camera.ifPresentOrElse(
                    c -> pictures.add(new Picture(field, c)),
                    () -> views.add(new View(field, quantities.observation(path))));
        } else if (path.startsWith(TabletopSchema.FINAL_OBS)) {
            camera.orElseGet(() -> {
                quantities.observation(path);
                return null;
            });
        } else {
            entries.get(field.spec().phase()).add(new Entry(field, quantities.get(path)));
        }
    }

    @Override
    public void reset(long seed) {
        env.reset(seed);
    }

    @Override
    public void step(double[] action, StepResult result) {
        StepOutcome outcome = env.step(action);
        List<EpisodeEvent> events = env.events();
        for (int i = 0; i < events.size(); i++) {
            result.event(events.get(i));
        }
        if (outcome == StepOutcome.SUCCESS) {
            result.end(EpisodeOutcome.success(env.subtaskInfo()));
        } else if (outcome == StepOutcome.TIME_OUT) {
            result.end(EpisodeOutcome.truncated(env.missing()));
        }
    }

    @Override
    public void observe(Observation out) {
        for (int i = 0; i < views.size(); i++) {
            View view = views.get(i);
            view.reading().read(out.floats(view.field()));
        }
        if (!pictures.isEmpty()) {
            renderers.render(renderer -> {
                for (Picture picture : pictures) {
                    renderer.render(env, picture.camera(), out.bytes(picture.field()));
                }
            });
        }
    }

    @Override
    public void record(FieldPhase phase, StepWriter row) {
        List<Entry> fields = entries.get(phase);
        for (int i = 0; i < fields.size(); i++) {
            Entry entry = fields.get(i);
            entry.quantity().put(row, entry.field());
        }
    }

    @Override
    public <T> Optional<T> unwrap(Class<T> type) {
        return type.isInstance(env) ? Optional.of(type.cast(env)) : Optional.empty();
    }

    @Override
    public void close() {
        env.close();
    }
}
