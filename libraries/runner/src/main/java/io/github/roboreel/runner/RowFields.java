package io.github.roboreel.runner;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.simulation.Observation;
import java.util.ArrayList;
import java.util.List;

/** The fields that the runner fills: action, observation before it, simulated time, final observation. */
final class RowFields {
    private final double dtSeconds;
    private final Field action;
    private final Field simTime;
    private final float[] singles;
    private final List<Field> observed;
    private final List<FinalField> finals = new ArrayList<>();

    /** A field of the final observation and the observation that it takes its values from. */
    private record FinalField(Field target, Field source) {}

    /** For the envs of one thread. */
    RowFields(FieldSchema schema, double dtSeconds) {
        this.dtSeconds = dtSeconds;
        action = schema.field(DemoPaths.ACTIONS);
        simTime = schema.has(DemoPaths.SIM_TIME) ? schema.field(DemoPaths.SIM_TIME) : null;
        singles = action.spec().dtype() == DType.FLOAT32 ? new float[action.elements()] : null;
        observed = new Observation(schema).fields();
        for (Field field : schema.layout(FieldPhase.FINAL).fields()) {
            String observation = DemoPaths.OBS + field.spec().path().substring(DemoPaths.FINAL_OBS.length());
            if (field.spec().path().startsWith(DemoPaths.FINAL_OBS + "/") && schema.has(observation)) {
                finals.add(new FinalField(field, schema.field(observation)));
            }
        }
    }

    /**
     * Puts a step's fields into its row.
     *
     * @param before what was seen before the action
     * @param numSteps steps taken, this one included
     */
    void putStep(StepWriter row, Observation before, double[] values, int numSteps) {
        putAction(row, values);
        if (simTime != null) {
            row.put(simTime, numSteps * dtSeconds);
        }
        for (int i = 0; i < observed.size(); i++) {
            Field field = observed.get(i);
            row.putArray(field, before.values(field));
        }
    }

    /** Makes an action what its row will hold, so that the recorded actions give the recorded episode again. */
    void round(double[] values) {
        if (singles != null) {
            for (int i = 0; i < values.length; i++) {
                values[i] = (float) values[i];
            }
        }
    }

    private void putAction(StepWriter row, double[] values) {
        if (singles == null) {
            row.put(action, values);
            return;
        }
        for (int i = 0; i < singles.length; i++) {
            singles[i] = (float) values[i];
        }
        row.put(action, singles);
    }

    /** Puts what was seen after the last action. */
    void putFinal(StepWriter row, Observation last) {
        for (FinalField field : finals) {
            row.putArray(field.target(), last.values(field.source()));
        }
    }
}
