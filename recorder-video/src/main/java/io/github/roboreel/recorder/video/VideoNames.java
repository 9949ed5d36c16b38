package io.github.roboreel.recorder.video;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.EpisodeId;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The names of an episode's videos, formed from its instruction as RoboLab forms them: of the instruction every
 * character is kept that Python's {@code str.isalnum} or {@code str.isspace} accepts or that is {@code _}; spaces
 * become {@code _}; {@code _<run>} follows where the run has one env, {@code _<run>_env<env>} otherwise;
 * {@code _viewport} for that video.
 *
 * <p>Where that rule gives a name longer than 255 bytes of UTF-8 or with a control character or line separator in it,
 * the name is made safe: those characters become {@code _}, the instruction's part is cut after a whole character, and
 * {@code -} with the first 8 hexadecimal digits of the SHA-256 of the whole instruction (UTF-8) follows it. Where the
 * JVM's locale has no Unicode file names (LC_ALL=C), the same is done and only ASCII is kept. The plain rule never
 * leaves a {@code -}, so a safe name cannot meet a plain one. Where a file of the name exists already, the safe name is
 * taken, then the safe name with {@code -2}, {@code -3} and so on; no file is ever overwritten.
 *
 * <p>Names of different episodes differ in their digits. So instructions that differ in case or Unicode form only never
 * meet in one file, not even where the file system takes them for the same; letters are kept as they are given. A
 * camera's name is in no file's name.
 */
public final class VideoNames {
    private static final int MAX_NAME_BYTES = 255;
    private static final int HASH_DIGITS = 8;
    private static final int MAX_ATTEMPTS = 1000;
    private static final Pattern SAFE_STEM =
            Pattern.compile(".*-(?<hash>[0-9a-f]{" + HASH_DIGITS + "})(?:-\\d+)?", Pattern.DOTALL);

    private VideoNames() {}

    /** The file name of an episode's video where nothing is in the way. */
    public static String fileName(String instruction, EpisodeId episode, VideoKind kind) {
        return name(instruction, episode, kind, 0).video();
    }

    /**
     * The file names an episode's video may have, in the order in which they are tried: the first is that of
     * {@link #fileName}.
     */
    public static Stream<String> fileNames(String instruction, EpisodeId episode, VideoKind kind) {
        return names(instruction, episode, kind).map(Name::video);
    }

    /** The instruction's part of the name by the plain rule; may be empty, of any length. */
    public static String stem(String instruction) {
        StringBuilder stem = new StringBuilder(instruction.length());
        instruction
                .codePoints()
                .filter(VideoNames::isKept)
                .map(c -> c == ' ' ? '_' : c)
                .forEach(stem::appendCodePoint);
        return stem.toString();
    }

    /**
     * Whether a file name's part before {@code _<run>} was formed from the instruction, by the plain rule or made safe,
     * whatever the locale of that JVM.
     */
    public static boolean isStemOf(String instruction, String stem) {
        Matcher safe = SAFE_STEM.matcher(stem);
        return safe.matches() ? safe.group("hash").equals(hash(instruction)) : stem.equals(stem(instruction));
    }

    public static Stream<Name> names(String instruction, EpisodeId episode, VideoKind kind) {
        return IntStream.range(0, MAX_ATTEMPTS).mapToObj(attempt -> name(instruction, episode, kind, attempt));
    }

    private static Name name(String instruction, EpisodeId episode, VideoKind kind, int attempt) {
        String env = episode.numEnvs() == 1 ? "" : "_env" + episode.env();
        String suffix = "_" + episode.run() + env + kind.suffix();
        return new Name(
                fitted(instruction, suffix + RunFolder.VIDEO_SUFFIX, attempt),
                fitted(instruction, suffix + RunFolder.RECORDING_VIDEO_SUFFIX, attempt),
                fitted(instruction, suffix + RunFolder.FINISHING_VIDEO_SUFFIX, attempt));
    }

    private static String fitted(String instruction, String suffix, int attempt) {
        String stem = stem(instruction);
        boolean plain = attempt == 0
                && stem.codePoints().noneMatch(VideoNames::isHarmful)
                && bytes(stem + suffix) <= MAX_NAME_BYTES
                && isExpressible(stem);
        if (plain) {
            return stem + suffix;
        }
        String tail = "-" + hash(instruction) + (attempt < 2 ? "" : "-" + attempt) + suffix;
        return cut(harmless(stem), MAX_NAME_BYTES - bytes(tail)) + tail;
    }

    private static String harmless(String stem) {
        StringBuilder safe = new StringBuilder(stem.length());
        boolean expressible = isExpressible(stem);
        stem.codePoints()
                .filter(c -> expressible || c < 0x80)
                .map(c -> isHarmful(c) ? '_' : c)
                .forEach(safe::appendCodePoint);
        return safe.toString();
    }

    /** Whether the JVM's encoding of file names, which follows the locale, has the characters. */
    private static boolean isExpressible(String stem) {
        try {
            Path.of(stem.replace('\0', '_'));
            return true;
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** The longest start that takes at most so many bytes. */
    private static String cut(String text, int maxBytes) {
        int end = 0;
        int bytes = 0;
        while (end < text.length()) {
            int next = text.offsetByCodePoints(end, 1);
            bytes += bytes(text.substring(end, next));
            if (bytes > maxBytes) {
                break;
            }
            end = next;
        }
        return text.substring(0, end);
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** What a safe name has behind its {@code -}. */
    public static String hash(String instruction) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(instruction.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, HASH_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JVM has SHA-256", e);
        }
    }

    private static boolean isKept(int c) {
        return c == '_' || isAlphanumeric(c) || isSpace(c);
    }

    /** Python's {@code str.isalnum}: letters, and whatever stands for a number. */
    private static boolean isAlphanumeric(int c) {
        return Character.isLetter(c)
                || switch (Character.getType(c)) {
                    case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
                    default -> false;
                };
    }

    /** Python's {@code str.isspace}: category Zs, or a bidirectional class of white space. */
    private static boolean isSpace(int c) {
        return Character.getType(c) == Character.SPACE_SEPARATOR
                || switch (Character.getDirectionality(c)) {
                    case Character.DIRECTIONALITY_WHITESPACE,
                            Character.DIRECTIONALITY_PARAGRAPH_SEPARATOR,
                            Character.DIRECTIONALITY_SEGMENT_SEPARATOR -> true;
                    default -> false;
                };
    }

    /** What breaks a listing or a script that reads one. */
    private static boolean isHarmful(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }

    /** One name in its three stages. */
    public record Name(String video, String recording, String finishing) {}
}
