package io.github.roboreel.dataset;

import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The attributes of an episode in a foreign dataset.
 *
 * @param all Long, Double, Boolean or String by name
 */
public record NamedValues(Map<String, Object> all) {
    /** Empty when it is blank or no text. */
    public Optional<String> text(String name) {
        return all.get(name) instanceof String text && !text.isBlank() ? Optional.of(text) : Optional.empty();
    }

    /** Seed of the episode, which some write as a text; -1 without one, and where no seed of a recording holds it. */
    public long seed() {
        String seed = String.valueOf(all.get("seed")).strip().replaceFirst("\\.0$", "");
        return all.get("seed") instanceof Long number
                ? Math.max(number, -1)
                : seed.matches("\\d{1,19}") && new BigInteger(seed).bitLength() < Long.SIZE ? Long.parseLong(seed) : -1;
    }

    /**
     * Notes a seed that no seed of a recording holds.
     *
     * @return whether there is one, so that it stays an attribute
     */
    public boolean isOtherSeed(ImportNotes notes) {
        boolean isOther = all.containsKey("seed") && seed() < 0;
        if (isOther) {
            notes.add("seeds that are no whole number from 0 to 2^63 - 1 are kept as the attribute 'seed'");
        }
        return isOther;
    }

    /** A time of more than 0, s. */
    public OptionalDouble seconds(String name) {
        return all.get(name) instanceof Double dt && dt > 0 && Double.isFinite(dt)
                ? OptionalDouble.of(dt)
                : OptionalDouble.empty();
    }

    /** Whether there is one of that name, or one whose name begins with that prefix. */
    public boolean hasAny(String name, String prefix) {
        return all.keySet().stream().anyMatch(n -> n.equals(name) || n.startsWith(prefix));
    }

    /**
     * Requires that an attribute that counts the actions, if there is one, counts them as they are.
     *
     * @throws ExportRefusedException naming both numbers
     */
    public void requireActions(String where, String name, long actions) {
        if (all.get(name) instanceof Long said && said != actions) {
            throw new ExportRefusedException(
                    where + " says " + name + " " + said + ", but has " + actions + " actions; repair the dataset");
        }
    }
}
