package io.github.roboreel.dashboard.annotations;

import static io.github.roboreel.recordings.folder.JsonNumbers.orNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.api.Route;
import io.github.roboreel.dashboard.index.EpisodePlace;
import io.github.roboreel.dashboard.index.ServedRecordings;
import io.github.roboreel.format.Annotation;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Flag, tags and note of an episode at {@code /annotations/{episode}}. For any thread. */
public final class AnnotationEndpoints {
    private static final String PATH = "/annotations/{episode}";
    private static final int MAX_TAGS = 32;
    private static final int MAX_TAG = 64;
    private static final int MAX_NOTE = 10_000;
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");

    /** As an ETag is sent back, which proxies may have weakened. */
    private static final Pattern VERSION = Pattern.compile("(?:W/)?\"?(\\d{1,9})\"?");

    private final ServedRecordings recordings;
    private final boolean isReadOnly;
    private final Map<Path, AnnotationsFile> files = new ConcurrentHashMap<>();

    private AnnotationEndpoints(ServedRecordings recordings, boolean isReadOnly) {
        this.recordings = recordings;
        this.isReadOnly = isReadOnly;
    }

    /**
     * What reads and what writes them.
     *
     * @param recordings where episodes are looked up
     * @param isReadOnly whether writing is refused
     */
    public static List<Route> of(ServedRecordings recordings, boolean isReadOnly) {
        AnnotationEndpoints annotations = new AnnotationEndpoints(recordings, isReadOnly);
        return List.of(new Route(PATH, annotations::read), Route.of("PUT", PATH, annotations::write));
    }

    /** What counts, or version 0. */
    private Answer read(Request request) throws IOException {
        EpisodePlace place = place(request);
        Annotation none = named(place);
        return answerOf(file(place).of(none).orElse(none));
    }

    /** {@code {flag, tags, note}}, with the version that the writer has seen as {@code If-Match}. */
    private Answer write(Request request) throws IOException {
        if (isReadOnly) {
            throw Refusal.of(
                    403,
                    "nothing was saved, as this server only reads; start roboreel serve without --read-only to"
                            + " note something");
        }
        EpisodePlace place = place(request);
        int seen = seenVersion(request);
        Annotation given = given(request.body(), named(place)).withVersion(seen + 1);
        file(place).add(given);
        return answerOf(given);
    }

    private EpisodePlace place(Request request) throws Refusal {
        return recordings
                .episode(request.id("episode"))
                .orElseThrow(() -> Refusal.notFound("there is no such episode; it may have been moved or removed"));
    }

    /** One of each folder, so that its writers wait for each other. */
    private AnnotationsFile file(EpisodePlace place) {
        return files.computeIfAbsent(place.recording().path(), AnnotationsFile::new);
    }

    /** An annotation that says nothing yet, of the episode. */
    private static Annotation named(EpisodePlace place) throws Refusal {
        OptionalInt number = place.line().map(EpisodeRecord::episode).orElse(OptionalInt.empty());
        boolean hasPlace = place.run().isPresent() && place.envId().isPresent();
        if (!hasPlace && number.isEmpty()) {
            throw Refusal.conflict("the episode's result line has neither run and env_id nor episode, so nothing"
                    + " can be noted about it; give it a number first");
        }
        return new Annotation(
                place.env().name(),
                hasPlace ? place.run().getAsInt() : null,
                hasPlace ? place.envId().getAsInt() : null,
                orNull(number),
                false,
                List.of(),
                "",
                0,
                "");
    }

    private static int seenVersion(Request request) throws Refusal {
        String given = Optional.ofNullable(request.headers().get("if-match"))
                .orElse("")
                .strip();
        Matcher version = VERSION.matcher(given);
        if (!version.matches()) {
            throw Refusal.badRequest("If-Match is "
                    + (given.isEmpty() ? "missing" : "no version")
                    + "; send the version that the notes had when they were read, 0 if there were none");
        }
        return Integer.parseInt(version.group(1));
    }

    private static Answer answerOf(Annotation annotation) {
        JsonFields json = new JsonFields()
                .with("flag", annotation.flag())
                .with("tags", annotation.tags())
                .with("note", annotation.note())
                .with("version", annotation.version())
                .with("at", annotation.at().isEmpty() ? null : annotation.at());
        return new Answer.Versioned(json, String.valueOf(annotation.version()));
    }

    /**
     * What a client wants to note.
     *
     * @param name an annotation of the same episode
     */
    private static Annotation given(JsonNode body, Annotation name) throws Refusal {
        JsonNode flag = body.path("flag");
        JsonNode note = body.path("note");
        if (!flag.isBoolean() || !body.path("tags").isArray() || !note.isTextual() || body.size() != 3) {
            throw Refusal.badRequest("the body is not understood; expected {\"flag\": true or false, \"tags\":"
                    + " [texts], \"note\": text}");
        }
        if (note.textValue().length() > MAX_NOTE) {
            throw Refusal.badRequest(
                    "the note has " + note.textValue().length() + " characters; shorten it to " + MAX_NOTE);
        }
        return new Annotation(
                name.envName(),
                name.run(),
                name.envId(),
                name.episode(),
                flag.booleanValue(),
                tags(body.path("tags")),
                note.textValue(),
                0,
                Instant.now().toString());
    }

    private static List<String> tags(JsonNode given) throws Refusal {
        Set<String> tags = new LinkedHashSet<>();
        for (JsonNode tag : given) {
            String text = tag.asText("").strip();
            if (!tag.isTextual()
                    || text.isEmpty()
                    || text.length() > MAX_TAG
                    || CONTROL.matcher(text).find()) {
                throw Refusal.badRequest(
                        "a tag is " + tag + "; expected a text of 1 to " + MAX_TAG + " characters without line ends");
            }
            tags.add(text);
        }
        if (tags.size() > MAX_TAGS) {
            throw Refusal.badRequest("there are " + tags.size() + " tags; give " + MAX_TAGS + " at most");
        }
        return List.copyOf(tags);
    }
}
