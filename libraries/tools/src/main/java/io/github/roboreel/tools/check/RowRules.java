package io.github.roboreel.tools.check;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.FieldSignal;
import io.github.roboreel.recorder.plan.StepSchedule;
import io.github.roboreel.recorder.spi.DatasetInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Rules that the rows of a dataset must keep: by what it declares, and by what its name means. */
final class RowRules {
    private static final int PICTURE_AXES = 3;

    private RowRules() {}

    /** Fresh rules of what a dataset declares; empty when any value is right. */
    static List<RowRule> declared(DatasetInfo info) {
        return info.dtype().isFloating() && !info.nonFiniteAllowed() ? List.of(EachRow.finite()) : List.of();
    }

    /** Fresh rules of what its field says of its elements; a value that breaks them is kept, and no damage. */
    static List<RowRule> said(DatasetInfo info) {
        FieldSignal signal = info.signal();
        boolean isBounded = !signal.low().isEmpty()
                || !signal.high().isEmpty()
                || !signal.numValues().isEmpty();
        boolean isPicture = info.dtype() == DType.UINT8 && info.rowShape().size() == PICTURE_AXES;
        return isBounded && !info.dtype().isText() && !isPicture
                ? List.of(EachRow.said(signal, info.dtype(), Math.toIntExact(info.rowElements())))
                : List.of();
    }

    /** Fresh rules of what RoboLab's format means by that path below the demo; empty when it means nothing. */
    static List<RowRule> ofName(String path, DatasetInfo info, Map<String, Object> demoAttributes) {
        List<RowRule> rules = new ArrayList<>();
        if (info.dtype().isText()) {
            return rules;
        }
        int quaternion = quaternionColumn(path);
        if (quaternion >= 0 && info.rowElements() == quaternion + 4) {
            rules.add(EachRow.unitQuaternion(quaternion));
        }
        if (path.equals(DemoPaths.SUBTASK_SCORE)) {
            rules.add(EachRow.within(0, 1));
        }
        if (path.equals(DemoPaths.WALL_TIME) && info.rowElements() == 1) {
            rules.add(Successive.nonDecreasing());
        }
        if (path.equals(DemoPaths.SIM_TIME) && info.rowElements() == 1) {
            rules.add(simTime(demoAttributes));
        }
        return rules;
    }

    private static RowRule simTime(Map<String, Object> demoAttributes) {
        boolean isRegular = !StepSchedule.isIrregular(demoAttributes);
        return isRegular && demoAttributes.get("dt") instanceof Double dt && dt > 0
                ? Successive.advancingBy(dt)
                : Successive.nonDecreasing();
    }

    private static int quaternionColumn(String path) {
        if (path.endsWith("/root_pose")) {
            return 3;
        }
        boolean orientation = path.equals(DemoPaths.EE_ORIENTATION)
                || path.matches("(initial_state/cameras|initial_camera_extrinsics)/.+/orientation");
        return orientation ? 0 : -1;
    }
}
