package io.github.roboreel.bridge;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.StatusCode;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a client says of episodes in the texts and codes of slots. */
final class SlotTexts {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int AT_LIMIT = 16;
    private static final int UNJUDGED = 32;
    private static final int STATUS_BITS = AT_LIMIT - 1;

    private SlotTexts() {}

    /** The entries of a slot's list, by env; none for an empty text. */
    static Map<Integer, JsonNode> byEnv(String text, String list) {
        Map<Integer, JsonNode> entries = new LinkedHashMap<>();
        if (!text.isEmpty()) {
            parsed(text)
                    .path(list)
                    .forEach(entry -> entries.put(entry.path("env").asInt(-1), entry));
        }
        return entries;
    }

    private static JsonNode parsed(String text) {
        try {
            return FormatJson.read(text);
        } catch (IOException e) {
            throw ProtocolException.of("the text of a slot is no JSON: %s", ErrorKind.sentence(e));
        }
    }

    /** What is said of an episode that begins; what is not said is the run's. */
    static EpisodeInfo info(EpisodeInfo ofRun, JsonNode said) {
        return new EpisodeInfo(
                said.path("instruction").isTextual() ? said.path("instruction").asText() : ofRun.instruction(),
                ofRun.policy(),
                said.path("seed").isIntegralNumber() ? said.path("seed").asLong() : ofRun.seed(),
                ofRun.dtSeconds());
    }

    /** JSON; empty without any. */
    static String resetOptions(JsonNode said) {
        return said.path("reset_options").isObject()
                ? said.path("reset_options").toString()
                : "";
    }

    /**
     * How an episode ends.
     *
     * @param code of the protocol
     * @param said more of it
     */
    static EpisodeOutcome outcome(int code, JsonNode said) {
        EpisodeOutcome outcome = ofStatus(code, said.path("reason").asText(""));
        if ((code & AT_LIMIT) != 0) {
            outcome = outcome.atLimit();
        }
        if ((code & UNJUDGED) != 0) {
            outcome = outcome.unjudged();
        }
        return outcome.withMetadata(map(said.path("metadata"))).withAttributes(map(said.path("attributes")));
    }

    private static EpisodeOutcome ofStatus(int code, String reason) {
        return switch (code & STATUS_BITS) {
            case 0 -> EpisodeOutcome.success(reason);
            case 1 -> EpisodeOutcome.failure(reason);
            case 2 -> EpisodeOutcome.truncated(reason);
            case 3 -> EpisodeOutcome.aborted(reason);
            case 4 -> EpisodeOutcome.discarded(reason);
            case 5 -> EpisodeOutcome.terminated(reason);
            default -> throw ProtocolException.of("an episode ends with code %s, which has no meaning", code);
        };
    }

    private static Map<String, Object> map(JsonNode object) {
        return object.isObject()
                ? JSON.convertValue(object, new TypeReference<LinkedHashMap<String, Object>>() {})
                : Map.of();
    }

    /** The same outcome of an episode that continues another. */
    static EpisodeOutcome continuing(EpisodeOutcome outcome, EpisodePlace place, long step) {
        Map<String, Object> all = new LinkedHashMap<>(outcome.metadata());
        all.put("continues", Map.of("run", place.run(), "demo", place.demo(), "step", step));
        return new EpisodeOutcome(outcome.status(), outcome.reason(), all, outcome.timing());
    }

    /** The events of a slot. */
    static Iterable<JsonNode> events(String text) {
        return parsed(text).path("events");
    }

    /**
     * An event of one.
     *
     * @param lastStep the step that it belongs to where it says none
     */
    static EpisodeEvent event(JsonNode said, int lastStep) {
        int step = said.path("step").asInt(lastStep);
        int code = said.path("code").asInt(EpisodeEvent.FIRST_USER_CODE);
        String name = said.path("name").asText("");
        String known = StatusCode.of(code).map(StatusCode::name).orElse("");
        Double score = said.path("score").isNumber() ? said.path("score").asDouble() : null;
        return new EpisodeEvent(
                step,
                code,
                name.isEmpty() ? known : name,
                said.path("info").asText(""),
                score,
                said.path("object").asText(""));
    }
}
