package io.github.roboreel.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.names.KnownNames;
import io.github.roboreel.recorder.config.YamlFile;
import io.github.roboreel.simulation.ImageSize;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which observations are sent to a server and how it is asked: a YAML file whose keys are these names with underscores.
 * Immutable.
 *
 * @param observation by the server's key: fields, or parts of fields such as {@code obs/joint_pos[0:7]}, whose values
 *     are sent one after the other
 * @param images by the server's key: the field of a picture
 * @param imageSize what pictures are resized to; null to send them as they are
 * @param prompt the server's key of the instruction; null to send none
 * @param actions the server's key of the actions in its answer
 * @param replanSteps how many actions of an answer are taken before the server is asked again
 * @param connectionPerEnv whether each env has a connection of its own; otherwise all share one
 * @param connectSeconds how long the server may take to be there
 * @param answerSeconds how long an answer may take
 * @param apiKeyEnv the environment variable with the API key; null for none
 */
record OpenPiConfig(
        Map<String, List<String>> observation,
        Map<String, String> images,
        String imageSize,
        String prompt,
        String actions,
        Integer replanSteps,
        boolean connectionPerEnv,
        Double connectSeconds,
        Double answerSeconds,
        String apiKeyEnv) {
    private static final double MAX_SECONDS = 86_400;
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
            .build();

    OpenPiConfig {
        observation = observation == null ? Map.of() : new LinkedHashMap<>(observation);
        images = images == null ? Map.of() : new LinkedHashMap<>(images);
        actions = actions == null ? "actions" : actions;
        replanSteps = replanSteps == null ? 1 : replanSteps;
        connectSeconds = seconds("connect_seconds", connectSeconds, 30);
        answerSeconds = seconds("answer_seconds", answerSeconds, 120);
        if (imageSize != null) {
            ImageSize.parse(imageSize);
        }
        if (replanSteps < 1) {
            throw new IllegalArgumentException("replan_steps must be at least 1, given " + replanSteps);
        }
    }

    private static double seconds(String key, Double given, double otherwise) {
        double seconds = given == null ? otherwise : given;
        if (!(seconds > 0 && seconds <= MAX_SECONDS)) {
            throw new IllegalArgumentException(
                    Sentence.of("%s must be above 0 and at most %.0f, given %s", key, MAX_SECONDS, seconds));
        }
        return seconds;
    }

    /** @throws RoboReelException of kind BAD_ARGUMENT when the file cannot be read or a key or value is wrong */
    static OpenPiConfig read(Path file) {
        try {
            return MAPPER.treeToValue(YamlFile.read(file), OpenPiConfig.class);
        } catch (UnrecognizedPropertyException e) {
            List<String> known =
                    e.getKnownPropertyIds().stream().map(String::valueOf).toList();
            throw fault(
                    file,
                    "key '" + e.getPropertyName() + "' is unknown; " + KnownNames.hint(e.getPropertyName(), known));
        } catch (ValueInstantiationException e) {
            throw fault(file, Sentence.reasonOf(e.getCause()));
        } catch (MismatchedInputException e) {
            String key = e.getPath().isEmpty() ? "?" : e.getPath().get(0).getFieldName();
            throw fault(
                    file,
                    "key '" + key + "' has a value that is no "
                            + e.getTargetType().getSimpleName().toLowerCase(java.util.Locale.ROOT));
        } catch (JsonProcessingException e) {
            throw fault(file, e.getOriginalMessage());
        }
    }

    private static RoboReelException fault(Path file, String what) {
        return RoboReelException.badArgument("policy file %s: %s", file, what);
    }

    Duration connectLimit() {
        return duration(connectSeconds);
    }

    Duration answerLimit() {
        return duration(answerSeconds);
    }

    private static Duration duration(double seconds) {
        return Duration.ofMillis((long) Math.ceil(1000 * seconds));
    }
}
