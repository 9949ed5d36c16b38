package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.RewardPolicy;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How to make a LeRobot dataset.
 *
 * @param out folder of datasets; the dataset is {@code out/user/name}
 * @param repoId {@code user/name}, as on the hub
 * @param robotType what the dataset says about the robot; empty for what the recordings say of theirs
 * @param images how cameras are kept
 * @param reward where {@code next.reward} comes from
 * @param fields which recorded arrays become columns
 * @param state patterns of the paths of the arrays that {@code observation.state} is joined of, in this order; empty
 *     for the vectors of floats that were observed, but for time stamps
 * @param hasLanguage whether there are columns of language, of subtasks and other wordings of the instruction; an
 *     import's own are there always
 */
public record LeRobotOptions(
        Path out,
        String repoId,
        Optional<String> robotType,
        Images images,
        RewardPolicy reward,
        Fields fields,
        List<String> state,
        boolean hasLanguage) {
    private static final String PART = "[A-Za-z0-9][A-Za-z0-9._-]{0,95}";
    private static final Pattern REPO_ID = Pattern.compile(PART + "/" + PART);

    /** How cameras are kept. */
    public enum Images {
        /** H.264 videos: small, not exact. */
        VIDEO,
        /** PNG files in the tables: large, exact. */
        PNG,
        NONE
    }

    /** Which recorded arrays become columns. */
    public enum Fields {
        /** What a policy trains on: actions, {@code observation.state}, pictures, rewards and ends. */
        POLICY,
        ALL
    }

    /** For what a policy trains on, with the usual {@code observation.state}. */
    public LeRobotOptions(Path out, String repoId, Optional<String> robotType, Images images, RewardPolicy reward) {
        this(out, repoId, robotType, images, reward, Fields.POLICY, List.of(), false);
    }

    /**
     * Checks the name.
     *
     * @throws ExportRefusedException when {@code repoId} is no name that the hub takes
     */
    public LeRobotOptions {
        boolean isName = REPO_ID.matcher(repoId).matches()
                && !repoId.contains("--")
                && !repoId.contains("..")
                && !repoId.endsWith(".git");
        if (!isName) {
            throw new ExportRefusedException("'"
                    + repoId
                    + "' is no repository id; expected user/name, each of at most 96"
                    + " letters, digits, '.', '_' and '-', starting with a letter or digit,"
                    + " without '--' and '..'");
        }
        state = List.copyOf(state);
    }

    /** The same with other columns. */
    public LeRobotOptions withFields(Fields newFields) {
        return new LeRobotOptions(out, repoId, robotType, images, reward, newFields, state, hasLanguage);
    }

    /** The same with an {@code observation.state} of those arrays. */
    public LeRobotOptions withState(List<String> patterns) {
        return new LeRobotOptions(out, repoId, robotType, images, reward, fields, patterns, hasLanguage);
    }

    /** The same with columns of language. */
    public LeRobotOptions withLanguage() {
        return new LeRobotOptions(out, repoId, robotType, images, reward, fields, state, true);
    }

    /** The dataset's folder. */
    public Path target() {
        return out.resolve(repoId);
    }
}
