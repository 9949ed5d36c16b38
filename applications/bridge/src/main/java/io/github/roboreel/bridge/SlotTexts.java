package io.github.roboreel.bridge;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.StatusCode;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a client says of episodes in the texts and codes of slots. */
final class SlotTexts {
    private static final int AT_LIMIT = 16;
    private static final int UNJUDGED = 32;
    private static final String EVENTS = "events";

    private SlotTexts() {}

    /**
     * The entries of a slot's list, by env; none for an empty text.
     *
     * @param numEnvs of the ring
     */
    static Map<Integer, MessageValues> byEnv(String text, String list, int numEnvs) {
        return text.isEmpty() ? Map.of() : parsed(text).byEnv(list, numEnvs);
    }

    private static MessageValues parsed(String text) {
        try {
            return new MessageValues("the text of a slot", FormatJson.read(text));
        } catch (JsonProcessingException e) {
            throw ProtocolException.of("the text of a slot is no JSON: %s", e.getOriginalMessage());
        }
    }

    /** What is said of an episode that begins; what is not said is the run's. */
    static EpisodeInfo info(EpisodeInfo ofRun, MessageValues said) {
        return new EpisodeInfo(
                said.text("instruction", ofRun.instruction()),
                ofRun.policy(),
                said.wholeNumber("seed", Long.MIN_VALUE, Long.MAX_VALUE, ofRun.seed()),
                ofRun.dtSeconds());
    }

    /** JSON; empty without any. */
    static String resetOptions(MessageValues said) {
        return said.has("reset_options") ? said.object("reset_options").object().toString() : "";
    }

    /**
     * How an episode ends.
     *
     * @param code of the protocol
     * @param said more of it
     */
    static EpisodeOutcome outcome(int code, MessageValues said) {
        return outcome(code, said.text("reason", ""))
                .withMetadata(said.object("metadata").map())
                .withAttributes(said.object("attributes").map());
    }

    private static EpisodeOutcome outcome(int code, String reason) {
        return switch (code) {
            case 0 -> EpisodeOutcome.success(reason);
            case 1 -> EpisodeOutcome.failure(reason);
            case 2 -> EpisodeOutcome.truncated(reason);
            case 3 -> EpisodeOutcome.aborted(reason);
            case 4 -> EpisodeOutcome.discarded(reason);
            case 5 -> EpisodeOutcome.terminated(reason);
            case AT_LIMIT -> EpisodeOutcome.success(reason).atLimit();
            case AT_LIMIT + 1 -> EpisodeOutcome.failure(reason).atLimit();
            case UNJUDGED + 2 -> EpisodeOutcome.truncated(reason).unjudged();
            default -> throw ProtocolException.of("an episode ends with code %s, which has no meaning", code);
        };
    }

    /** The same outcome of an episode that continues another. */
    static EpisodeOutcome continuing(EpisodeOutcome outcome, RecordedPlace place, long step) {
        Map<String, Object> all = new LinkedHashMap<>(outcome.metadata());
        all.put("continues", Map.of("run", place.run(), "demo", place.demo(), "step", step));
        return new EpisodeOutcome(outcome.status(), outcome.reason(), all, outcome.timing());
    }

    /** The events of a slot. */
    static List<MessageValues> events(String text) {
        List<MessageValues> events = new ArrayList<>();
        for (JsonNode said : parsed(text).list(EVENTS)) {
            events.add(new MessageValues("an event", said));
        }
        if (events.isEmpty()) {
            throw ProtocolException.of("an EVENT slot has no '%s'; expected a list of at least one", EVENTS);
        }
        return events;
    }

    /**
     * An event of one.
     *
     * @param lastStep the step that it belongs to where it says none
     */
    static EpisodeEvent event(MessageValues said, int lastStep) {
        int step = said.wholeNumber("step", 1, Integer.MAX_VALUE, lastStep);
        int code = said.wholeNumber("code", 0, Integer.MAX_VALUE, EpisodeEvent.FIRST_USER_CODE);
        String name = said.text("name", "");
        String known = StatusCode.of(code).map(StatusCode::name).orElse("");
        return new EpisodeEvent(
                step,
                code,
                name.isEmpty() ? known : name,
                said.text("info", ""),
                said.number("score", null),
                said.text("object", ""));
    }
}
