package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.format.fault.Sentence;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * What a dataset says of itself to those who use it, besides what follows from its episodes.
 *
 * @param texts by {@link #DESCRIPTION}, {@link #CITATION}, {@link #HOMEPAGE} and {@link #LICENSE}; none is blank
 */
public record RldsAbout(Map<String, String> texts) {
    /** What the dataset is, in a few sentences. */
    public static final String DESCRIPTION = "description";

    /** How to cite it, as BibTeX. */
    public static final String CITATION = "citation";

    /** Addresses of its pages, one a line; TFDS shows the first. */
    public static final String HOMEPAGE = "homepage";

    /** Under which licence it may be used. */
    public static final String LICENSE = "license";

    /** Nothing is said. */
    public static final RldsAbout NONE = new RldsAbout(Map.of());

    /** What all descriptions by the exporter begin with; what stands before it was given. */
    static final String EXPORTED = "Robot episodes, recorded with RoboReel.";

    /** Object of an environment's configuration: the texts of the dataset that its episodes were imported from. */
    static final String KEPT = "rlds";

    /** A configuration stands in every run file. */
    private static final int MAX_KEPT_CHARS = 1 << 16;

    private static final Map<String, String> PLACES = Map.of(
            DESCRIPTION, "/description",
            CITATION, "/citation",
            HOMEPAGE, "/location/urls",
            LICENSE, "/redistributionInfo/license");

    /**
     * Copies the map.
     *
     * @throws ExportRefusedException when a text is blank, or its name none of those
     */
    public RldsAbout {
        texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
        texts.forEach((name, text) -> {
            if (!isOne(name, text)) {
                throw new ExportRefusedException(
                        "%s of an RLDS dataset is blank, or none of %s; leave it out", name, PLACES.keySet());
            }
        });
    }

    /** Whether there is such a text. */
    static boolean isOne(String name, String text) {
        return PLACES.containsKey(name) && !text.isBlank();
    }

    /** What {@code dataset_info.json} says; of a description by our exporter what was given to it. */
    static RldsAbout of(JsonNode info) {
        Map<String, String> said = new LinkedHashMap<>();
        PLACES.forEach((name, place) -> said.put(name, text(info.at(place))));
        said.computeIfPresent(DESCRIPTION, (name, text) -> text.split(EXPORTED, 2)[0].strip());
        said.values().removeIf(String::isBlank);
        return new RldsAbout(said);
    }

    /** Several are a line each. */
    private static String text(JsonNode said) {
        if (!said.isArray()) {
            return said.asText();
        }
        return StreamSupport.stream(said.spliterator(), false)
                .map(one -> one.asText().strip())
                .filter(one -> !one.isEmpty())
                .collect(Collectors.joining("\n"));
    }

    /** As far as an environment's configuration can keep it. */
    RldsAbout kept(ImportNotes notes) {
        Map<String, String> kept = new LinkedHashMap<>(texts);
        kept.values().removeIf(text -> text.length() > MAX_KEPT_CHARS);
        texts.keySet().stream()
                .filter(name -> !kept.containsKey(name))
                .forEach(name -> notes.add(Sentence.of(
                        "'%s' of the dataset is left out: it has %s characters, and %s are kept",
                        name, texts.get(name).length(), MAX_KEPT_CHARS)));
        return new RldsAbout(kept);
    }

    /** These texts, and for names without one those of another. */
    RldsAbout or(Map<String, String> others) {
        Map<String, String> all = new LinkedHashMap<>(others);
        all.putAll(texts);
        return new RldsAbout(all);
    }

    /**
     * Puts them into the content of {@code dataset_info.json}.
     *
     * @param ours what the exporter says of the episodes, which the description ends with
     */
    void into(ObjectNode info, String ours) {
        String own = texts.getOrDefault(DESCRIPTION, "");
        info.put(DESCRIPTION, own.isEmpty() ? ours : own + " " + ours);
        if (texts.containsKey(CITATION)) {
            info.put(CITATION, texts.get(CITATION));
        }
        if (texts.containsKey(HOMEPAGE)) {
            ArrayNode urls = info.withObject("/location").putArray("urls");
            texts.get(HOMEPAGE).lines().filter(url -> !url.isBlank()).forEach(urls::add);
        }
        if (texts.containsKey(LICENSE)) {
            info.withObject("/redistributionInfo").put(LICENSE, texts.get(LICENSE));
        }
    }
}
