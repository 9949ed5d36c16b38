package io.github.roboreel.dataset.trajectories;

/** ALOHA's and ACT's episode files, to be imported. */
public final class AlohaFormat extends TrajectoryFormat {
    /** For {@link java.util.ServiceLoader}. */
    public AlohaFormat() {
        super(AlohaLayout::new);
    }
}
