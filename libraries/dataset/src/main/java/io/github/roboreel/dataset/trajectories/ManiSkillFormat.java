package io.github.roboreel.dataset.trajectories;

/** ManiSkill's trajectories, to be imported. */
public final class ManiSkillFormat extends TrajectoryFormat {
    /** For {@link java.util.ServiceLoader}. */
    public ManiSkillFormat() {
        super(ManiSkillLayout::new);
    }
}
