package io.github.roboreel.systemtests.browser;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code roboreel serve} over some folders, as a process of its own. */
final class Serving implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("(?m)^(http://127\\.0\\.0\\.1:\\d+/)\\?token=(\\S+)$");
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final long PAUSE_MS = 20;

    private final RoboReel program;
    private final String root;
    private final String token;

    private Serving(RoboReel program) {
        this.program = program;
        Matcher address = ADDRESS.matcher(awaited());
        if (!address.find()) {
            throw new AssertionError("it printed no address: " + program.printed());
        }
        root = address.group(1);
        token = address.group(2);
    }

    static Serving of(Path... folders) {
        return with(List.of(), folders);
    }

    static Serving with(List<String> options, Path... folders) {
        List<String> arguments = new ArrayList<>(List.of("serve"));
        Arrays.stream(folders).map(Path::toString).forEach(arguments::add);
        arguments.add("--port=0");
        arguments.addAll(options);
        return new Serving(RoboReel.start(arguments.toArray(String[]::new)));
    }

    /** What {@code record --dashboard} has started. */
    static Serving by(RoboReel recorder) {
        return new Serving(recorder);
    }

    private String awaited() {
        while (program.isAlive() && !ADDRESS.matcher(program.printed()).find()) {
            pause();
        }
        return program.printed();
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The address that was printed, with its token. */
    String address() {
        return root + "?token=" + token;
    }

    /** The address without the token. */
    String root() {
        return root;
    }

    /** A document below {@code /api/v1}. */
    JsonNode get(String path) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(root + "api/v1" + path))
                    .header("Authorization", "Bearer " + token)
                    .build();
            HttpResponse<String> answer = CLIENT.send(request, BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new AssertionError(path + " answered " + answer.statusCode() + ": " + answer.body());
            }
            return new ObjectMapper().readTree(answer.body());
        } catch (IOException e) {
            throw new AssertionError(path + ": " + e + ": " + program.printed(), e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The document once it is as wanted; it is asked for again and again. */
    JsonNode await(String path, Predicate<JsonNode> isWanted) {
        long end = System.nanoTime() + (long) (Tab.LIMIT_MS * 1e6);
        JsonNode document = get(path);
        while (!isWanted.test(document)) {
            if (System.nanoTime() > end) {
                throw new AssertionError(path + " is still " + document);
            }
            pause();
            document = get(path);
        }
        return document;
    }

    /** Waits until all folders are read. */
    Serving indexed() {
        await(
                "/recordings",
                all -> all.at("/indexing/done").equals(all.at("/indexing/total"))
                        && all.path("total").asInt() > 0);
        return this;
    }

    /** Id of the recording of that name. */
    String recording(String name) {
        for (JsonNode recording : get("/recordings?limit=1000").path("recordings")) {
            if (recording.path("name").asText().equals(name)) {
                return recording.path("id").asText();
            }
        }
        throw new AssertionError("there is no recording " + name + ": " + get("/recordings"));
    }

    /** Ids of a recording's episodes, in the server's order. */
    List<String> episodes(String recording) {
        List<String> ids = new ArrayList<>();
        get("/episodes?limit=1000&recording=" + recording)
                .path("episodes")
                .forEach(episode -> ids.add(episode.path("id").asText()));
        return ids;
    }

    @Override
    public void close() {
        program.close();
    }
}
