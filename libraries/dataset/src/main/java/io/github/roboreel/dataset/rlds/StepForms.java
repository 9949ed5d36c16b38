package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.rlds.LeafFeature.Form;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What follows from the values of an episode's steps, and has to be the same in all episodes of an import.
 *
 * @param textBytes that the longest text takes, by the key of the feature; at least 1
 * @param varying keys of texts that are not the same in all steps of an episode
 * @param telling keys of flags that say more than where the episode begins and ends
 * @param unfit keys of texts that no field can hold
 * @param endsWithAction whether a step that is said to be the last has an action or a reward, as values other than zero
 *     are
 */
record StepForms(
        Map<String, Integer> textBytes,
        Set<String> varying,
        Set<String> telling,
        Set<String> unfit,
        boolean endsWithAction) {
    static final String STEPS = FeatureTree.STEPS + "/";
    static final String ACTION = STEPS + "action";
    static final String REWARD = STEPS + "reward";
    static final String INSTRUCTION = STEPS + "language_instruction";
    static final String IS_FIRST = STEPS + "is_first";
    static final String IS_LAST = STEPS + "is_last";
    static final String IS_TERMINAL = STEPS + "is_terminal";

    StepForms {
        textBytes = Map.copyOf(textBytes);
        varying = Set.copyOf(varying);
        telling = Set.copyOf(telling);
        unfit = Set.copyOf(unfit);
    }

    static StepForms of(RldsRecord episode) throws IOException {
        Map<String, Integer> textBytes = new HashMap<>();
        Set<String> varying = new HashSet<>();
        Set<String> unfit = new HashSet<>();
        for (Map.Entry<String, Rows> array : episode.arrays().entrySet()) {
            if (array.getKey().startsWith(STEPS) && array.getValue().isTexts()) {
                Optional<List<String>> texts = texts(array.getValue());
                if (texts.isEmpty()) {
                    unfit.add(array.getKey());
                } else {
                    textBytes.put(array.getKey(), longest(texts.get()));
                }
                if (texts.isPresent() && texts.get().stream().distinct().count() > 1) {
                    varying.add(array.getKey());
                }
            }
        }
        return new StepForms(textBytes, varying, telling(episode), unfit, endsWithAction(episode));
    }

    /** Empty when one is no UTF-8 or holds a NUL, with which fields fill up their rows. */
    static Optional<List<String>> texts(Rows rows) {
        try {
            List<String> texts = rows.texts();
            return texts.stream().anyMatch(text -> text.indexOf('\0') >= 0) ? Optional.empty() : Optional.of(texts);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static int longest(List<String> texts) {
        int longest = 1;
        String last = "";
        for (String text : texts) {
            if (text != last) {
                longest = Math.max(longest, text.getBytes(StandardCharsets.UTF_8).length);
                last = text;
            }
        }
        return longest;
    }

    private static Set<String> telling(RldsRecord episode) throws IOException {
        long last = episode.steps() - 1;
        Set<String> telling = new HashSet<>();
        if (!isOnlySet(episode, IS_FIRST, 0)) {
            telling.add(IS_FIRST);
        }
        if (!isOnlySet(episode, IS_LAST, last)) {
            telling.add(IS_LAST);
        }
        if (!isOnlySet(episode, IS_TERMINAL, last) && !isOnlySet(episode, IS_TERMINAL, -1)) {
            telling.add(IS_TERMINAL);
        }
        return telling;
    }

    /** Whether a flag is set in that step and in no other; -1 for none. */
    private static boolean isOnlySet(RldsRecord episode, String key, long step) throws IOException {
        Rows flags = episode.arrays().get(key);
        if (flags == null || !flags.rowShape().isEmpty() || flags.isTexts()) {
            return false;
        }
        byte[] values = flags.read(0, flags.count());
        int width = flags.dtype().bytes();
        for (int i = 0; i < values.length; i++) {
            boolean isSet = i / width == step;
            boolean isOne = isSet && i % width == 0;
            if (isSet && flags.dtype().isFloating() || values[i] != (isOne ? 1 : 0)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a flag is set in the last step. */
    static boolean isSetAtEnd(RldsRecord episode, String key) throws IOException {
        Rows flags = episode.arrays().get(key);
        return flags != null && flags.count() > 0 && !flags.isTexts() && !isZero(flags, episode.steps() - 1);
    }

    /** Whether the last step is said to be it, so that another one is before it that has the last action. */
    static boolean hasLastStep(RldsRecord episode) throws IOException {
        return episode.steps() > 1 && isSetAtEnd(episode, IS_LAST);
    }

    private static boolean endsWithAction(RldsRecord episode) throws IOException {
        if (!hasLastStep(episode)) {
            return false;
        }
        for (Map.Entry<String, Rows> array : episode.arrays().entrySet()) {
            if (isOfAction(array.getKey()) && !isZero(array.getValue(), episode.steps() - 1)) {
                return true;
            }
        }
        return false;
    }

    /** Whether it is the action or the reward, which the last step may have none of. */
    static boolean isOfAction(String key) {
        return key.equals(ACTION) || key.startsWith(ACTION + "/") || key.equals(REWARD) || key.startsWith(REWARD + "/");
    }

    /** Whether a row is zeros, or a text without characters. */
    private static boolean isZero(Rows rows, long row) throws IOException {
        if (rows.isTexts()) {
            return texts(rows).filter(all -> all.get((int) row).isEmpty()).isPresent();
        }
        for (byte part : rows.read(row, row + 1)) {
            if (part != 0) {
                return false;
            }
        }
        return true;
    }

    /** Of two episodes: what is true of one has to be so for both. */
    StepForms plus(StepForms other) {
        Map<String, Integer> bytes = new HashMap<>(textBytes);
        other.textBytes.forEach((key, length) -> bytes.merge(key, length, Math::max));
        Set<String> allVarying = new HashSet<>(varying);
        allVarying.addAll(other.varying);
        Set<String> allTelling = new HashSet<>(telling);
        allTelling.addAll(other.telling);
        Set<String> allUnfit = new HashSet<>(unfit);
        allUnfit.addAll(other.unfit);
        return new StepForms(bytes, allVarying, allTelling, allUnfit, endsWithAction || other.endsWithAction);
    }

    /** Whether a text of the steps is what all of an episode is about. */
    boolean isInstruction(String key, Form form) {
        return form == Form.TEXT && key.equals(INSTRUCTION) && !varying.contains(key);
    }
}
