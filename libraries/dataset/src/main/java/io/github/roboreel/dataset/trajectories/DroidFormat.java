package io.github.roboreel.dataset.trajectories;

/** DROID's raw trajectories, to be imported. */
public final class DroidFormat extends TrajectoryFormat {
    /** For {@link java.util.ServiceLoader}. */
    public DroidFormat() {
        super(DroidLayout::new);
    }
}
