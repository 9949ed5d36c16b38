package io.github.roboreel.dataset;

import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;

/** What the reader of an import should know, each sentence once. For one thread. */
public final class ImportNotes {
    private static final Set<String> MADE_UP_REWARDS = Set.of("absent", "success", "score-delta");

    /** Of RoboLab's control. */
    private static final int ASSUMED_HERTZ = 15;

    private static final String NO_UTF_8 = "\uFFFD";

    private final Set<String> sentences = new LinkedHashSet<>();
    private final OptionalDouble givenDtSeconds;
    private boolean isDtAsked;

    /** Of a reader whose user gives nothing. */
    public ImportNotes() {
        this(OptionalDouble.empty());
    }

    /**
     * Of an import.
     *
     * @param givenDtSeconds time between two steps, s, where the dataset does not say it
     */
    ImportNotes(OptionalDouble givenDtSeconds) {
        this.givenDtSeconds = givenDtSeconds;
    }

    /** Adds a sentence. */
    public void add(String sentence) {
        sentences.add(sentence);
    }

    /** Time between two steps, s, of an episode whose dataset does not say it: the one given, or else RoboLab's. */
    public double assumedDtSeconds() {
        return assumedDtSeconds(ASSUMED_HERTZ);
    }

    /**
     * The same of a dataset whose writer is known.
     *
     * @param hertz steps a second that it takes unless it is told otherwise
     */
    public double assumedDtSeconds(int hertz) {
        isDtAsked = true;
        if (givenDtSeconds.isEmpty()) {
            add("the dataset does not say the time between two steps; 1/" + hertz + " s is assumed");
        }
        return givenDtSeconds.orElse(1.0 / hertz);
    }

    /**
     * Requires that the time that was given was needed.
     *
     * @param said time between two steps of an episode, s
     * @throws ExportRefusedException when every episode says its own
     */
    void requireDtNeeded(double said) {
        if (givenDtSeconds.isPresent() && !isDtAsked) {
            throw new ExportRefusedException(
                    "the dataset says that %s s are between two steps; leave out the %s s that were given, which are for"
                            + " datasets that say nothing",
                    said, givenDtSeconds.getAsDouble());
        }
    }

    /**
     * The instruction of an episode.
     *
     * @param said by the dataset
     * @param name of the environment or the dataset, which stands for one
     */
    public String instruction(Optional<String> said, String name) {
        if (said.isEmpty()) {
            add("no instruction was found in some episodes; the name of their environment or dataset stands for one");
        }
        return said.orElse(name);
    }

    /** Attributes of a group of types that ours cannot have, and those with texts that are no UTF-8. */
    public void addAttributes(ArrayFileReader file, String group) throws IOException {
        for (String name : file.otherAttributes(group)) {
            add("attribute '" + name + "' is left out: it is no number, truth value or text, nor a list of texts");
        }
        file.attributes(group).forEach((name, value) -> addIfNoUtf8("attribute '" + name + "'", String.valueOf(value)));
    }

    /** An array of texts, where some are no UTF-8. */
    public void addTexts(FoundArray found) throws IOException {
        for (String text : found.rows().texts()) {
            addIfNoUtf8("'" + found.name() + "'", text);
        }
    }

    private void addIfNoUtf8(String what, String text) {
        if (text.contains(NO_UTF_8)) {
            add(what
                    + " has bytes that are no UTF-8, each of which is read as the character U+FFFD; write it in UTF-8");
        }
    }

    /** A column of a table of episodes. */
    public void addColumnLeftOut(String column) {
        add("column '" + column + "' of meta/episodes is left out: it has no number, truth value or text an episode");
    }

    /** Our exports have them, but they belong to the tools, which compute them. */
    public void addResultsLeftOut() {
        add("scores and metrics are left out; run " + Operation.METRICS.command() + " to recompute metrics");
    }

    /**
     * Whether an exporter made the rewards of a dataset up, so that they are left out, which is noted.
     *
     * @param source where rewards come from, as our exporters say
     */
    public boolean isMadeUp(String source) {
        boolean isMadeUp = MADE_UP_REWARDS.contains(source);
        if (isMadeUp) {
            add("the rewards that an export made (source '" + source + "') are left out again");
        }
        return isMadeUp;
    }

    /** Every sentence, in the order in which they came. */
    public List<String> all() {
        return List.copyOf(sentences);
    }
}
