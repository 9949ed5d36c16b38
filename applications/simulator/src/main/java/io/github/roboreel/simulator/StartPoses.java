package io.github.roboreel.simulator;

import io.github.roboreel.format.fault.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Draws start poses from a task's ranges so that no two objects overlap. */
final class StartPoses {
    private static final int MAX_TRIES = 2000;
    private static final double GAP_METRES = 0.02;

    private StartPoses() {}

    static List<RigidTransform> draw(TaskDefinition task, List<ObjectModel> models, SplittableRandom random) {
        for (int attempt = 0; attempt < MAX_TRIES; attempt++) {
            List<RigidTransform> poses = new ArrayList<>();
            for (ObjectModel model : models) {
                TaskDefinition.Placement range = task.objects().get(model.name());
                double x = within(range.x(), random);
                double y = within(range.y(), random);
                poses.add(RigidTransform.atYaw(x, y, model.restHeight() + 0.001, within(range.yaw(), random)));
            }
            if (separate(models, poses)) {
                return poses;
            }
        }
        throw new IllegalStateException(Sentence.of(
                "Task '%s': the start ranges of its objects leave no room for all of them; widen them.", task.name()));
    }

    private static double within(TaskDefinition.Range range, SplittableRandom random) {
        return range.from() + (range.to() - range.from()) * random.nextDouble();
    }

    private static boolean separate(List<ObjectModel> models, List<RigidTransform> poses) {
        for (int i = 0; i < poses.size(); i++) {
            for (int j = 0; j < i; j++) {
                double dx = poses.get(i).p[0] - poses.get(j).p[0];
                double dy = poses.get(i).p[1] - poses.get(j).p[1];
                if (Math.hypot(dx, dy) < radius(models.get(i)) + radius(models.get(j)) + GAP_METRES) {
                    return false;
                }
            }
        }
        return true;
    }

    private static double radius(ObjectModel model) {
        double[] max = model.box().max();
        return Math.max(max[0], max[1]);
    }
}
