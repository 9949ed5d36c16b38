package io.github.roboreel.recordings.transform;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives each step the actions to come, a[t]..a[t+H-1], under a new first axis, as ACT, diffusion and flow policies are
 * trained, and a mask. After the end of the episode the last action is repeated and the mask is true, as in LeRobot's
 * {@code action_is_pad}. Steps stay as many as they are. Holds H steps.
 *
 * <p>Use it before {@link EpisodeFlags}, whose last step has an action that means nothing.
 *
 * @param path of the actions
 * @param horizon H, at least 1
 * @param mask path of the mask: bool [H]
 */
public record ActionChunk(String path, int horizon, String mask) implements StepsTransform {
    private static final int MAX_HORIZON = 1 << 16;

    /** Refuses a horizon that is none. */
    public ActionChunk {
        if (horizon < 1 || horizon > MAX_HORIZON) {
            throw new IllegalArgumentException(
                    Sentence.of("a chunk of %s actions is not possible; expected 1 to %s", horizon, MAX_HORIZON));
        }
    }

    /** Of {@code actions}, with the mask {@code action_is_pad}. */
    public static ActionChunk of(int horizon) {
        return new ActionChunk(DemoPaths.ACTIONS, horizon, "action_is_pad");
    }

    @Override
    public Steps apply(Steps steps) {
        return () -> {
            LookAhead ahead = new LookAhead(steps.open());
            return ahead.each(at -> chunk(ahead, at));
        };
    }

    private Step chunk(LookAhead ahead, long at) throws IOException {
        List<Step> coming = new ArrayList<>(horizon);
        while (coming.size() < horizon && ahead.at(at + coming.size()) != null) {
            coming.add(ahead.at(at + coming.size()));
        }
        int recorded = coming.size();
        while (coming.size() < horizon) {
            coming.add(coming.get(recorded - 1));
        }
        NdArray chunk = Window.stack(coming, path);
        return coming.get(0).with(path, chunk).with(mask, Window.mask(horizon, recorded, horizon));
    }
}
