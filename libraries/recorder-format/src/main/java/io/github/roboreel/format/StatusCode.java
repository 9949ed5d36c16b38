package io.github.roboreel.format;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Name of a step's or an event's status: RoboLab's codes, uint16 on disk. 0 is no status, 100 to 199 are successes,
 * from 200 on failures and events. A constant's name is the text in logs. Codes from
 * {@link EventSummary#FIRST_USER_CODE} on are no constants: they belong to users.
 */
public enum StatusCode {
    OK(0),
    UNKNOWN_SUCCESS(100),
    OBJECT_PLACED_IN_CONTAINER_SUCCESS(101),
    OBJECT_PLACED_ON_TOP_SUCCESS(102),
    OBJECT_PLACED_ON_BOTTOM_SUCCESS(103),
    OBJECT_PLACED_ON_CENTER_SUCCESS(104),
    OBJECT_PLACED_LEFT_OF_SUCCESS(105),
    OBJECT_PLACED_RIGHT_OF_SUCCESS(106),
    OBJECT_PLACED_NEXT_TO_SUCCESS(107),
    OBJECT_PLACED_IN_FRONT_OF_SUCCESS(108),
    OBJECT_PLACED_BEHIND_SUCCESS(109),
    OBJECT_PLACED_BELOW_TOP_SUCCESS(110),
    OBJECT_PLACED_BELOW_SUCCESS(111),
    OBJECT_PLACED_ENCLOSED_SUCCESS(112),
    OBJECT_PLACED_OUTSIDE_OF_SUCCESS(113),
    OBJECT_IN_CONTACT_SUCCESS(114),
    OBJECT_IN_CONTAINER_AND_IN_CONTACT_SUCCESS(115),
    OBJECT_ON_TOP_AND_IN_CONTACT_SUCCESS(116),
    OBJECT_ON_BOTTOM_AND_IN_CONTACT_SUCCESS(117),
    OBJECT_ON_CENTER_AND_IN_CONTACT_SUCCESS(118),
    OBJECT_INSIDE_AND_IN_CONTACT_SUCCESS(119),
    OBJECT_ENCLOSED_AND_IN_CONTACT_SUCCESS(120),
    OBJECT_LEFT_OF_AND_IN_CONTACT_SUCCESS(121),
    OBJECT_RIGHT_OF_AND_IN_CONTACT_SUCCESS(122),
    OBJECT_AT_SUCCESS(123),
    OBJECT_INSIDE_SUCCESS(124),
    OBJECT_IN_CONTAINER_SUCCESS(125),
    OBJECT_OUTSIDE_OF_SUCCESS(126),
    OBJECT_ENCLOSED_SUCCESS(127),
    OBJECT_ABOVE_SUCCESS(128),
    OBJECT_ABOVE_BOTTOM_SUCCESS(129),
    OBJECT_BELOW_SUCCESS(130),
    OBJECT_BELOW_TOP_SUCCESS(131),
    OBJECT_RIGHT_OF_SUCCESS(132),
    OBJECT_LEFT_OF_SUCCESS(133),
    OBJECT_IN_FRONT_OF_SUCCESS(134),
    OBJECT_BEHIND_SUCCESS(135),
    OBJECT_CENTER_OF_SUCCESS(136),
    OBJECT_NEXT_TO_SUCCESS(137),
    OBJECT_BETWEEN_SUCCESS(138),
    OBJECT_GRABBED_SUCCESS(139),
    OBJECT_DROPPED_SUCCESS(140),
    WRONG_OBJECT_GRABBED_SUCCESS(141),
    OBJECTS_IN_LINE_SUCCESS(142),
    OBJECTS_STATIONARY_SUCCESS(143),
    OBJECT_UPRIGHT_SUCCESS(144),
    STACKED_SUCCESS(145),
    UNKNOWN_FAILURE(200),
    OBJECT_PLACED_IN_CONTAINER_FAILURE(210),
    OBJECT_PLACED_ON_TOP_FAILURE(211),
    OBJECT_PLACED_ON_BOTTOM_FAILURE(212),
    OBJECT_PLACED_ON_CENTER_FAILURE(213),
    OBJECT_PLACED_LEFT_OF_FAILURE(214),
    OBJECT_PLACED_RIGHT_OF_FAILURE(215),
    OBJECT_PLACED_NEXT_TO_FAILURE(216),
    OBJECT_PLACED_IN_FRONT_OF_FAILURE(217),
    OBJECT_PLACED_BEHIND_FAILURE(218),
    OBJECT_PLACED_BELOW_TOP_FAILURE(219),
    OBJECT_PLACED_BELOW_FAILURE(220),
    OBJECT_PLACED_ENCLOSED_FAILURE(221),
    OBJECT_PLACED_OUTSIDE_OF_FAILURE(222),
    OBJECT_IN_CONTACT_FAILURE(223),
    OBJECT_IN_CONTAINER_AND_IN_CONTACT_FAILURE(224),
    OBJECT_ON_TOP_AND_IN_CONTACT_FAILURE(225),
    OBJECT_ON_BOTTOM_AND_IN_CONTACT_FAILURE(226),
    OBJECT_ON_CENTER_AND_IN_CONTACT_FAILURE(227),
    OBJECT_INSIDE_AND_IN_CONTACT_FAILURE(228),
    OBJECT_ENCLOSED_AND_IN_CONTACT_FAILURE(229),
    OBJECT_LEFT_OF_AND_IN_CONTACT_FAILURE(230),
    OBJECT_RIGHT_OF_AND_IN_CONTACT_FAILURE(231),
    OBJECT_AT_FAILURE(232),
    OBJECT_INSIDE_FAILURE(233),
    OBJECT_IN_CONTAINER_FAILURE(234),
    OBJECT_OUTSIDE_OF_FAILURE(235),
    OBJECT_ENCLOSED_FAILURE(236),
    OBJECT_ABOVE_FAILURE(237),
    OBJECT_ABOVE_BOTTOM_FAILURE(238),
    OBJECT_BELOW_FAILURE(239),
    OBJECT_BELOW_TOP_FAILURE(240),
    OBJECT_RIGHT_OF_FAILURE(241),
    OBJECT_LEFT_OF_FAILURE(242),
    OBJECT_IN_FRONT_OF_FAILURE(243),
    OBJECT_BEHIND_FAILURE(244),
    OBJECT_CENTER_OF_FAILURE(245),
    OBJECT_NEXT_TO_FAILURE(246),
    OBJECT_BETWEEN_FAILURE(247),
    OBJECT_GRABBED_FAILURE(248),
    OBJECT_DROPPED_FAILURE(249),
    WRONG_OBJECT_GRABBED_FAILURE(250, true),
    OBJECTS_IN_LINE_FAILURE(251),
    OBJECTS_STATIONARY_FAILURE(252),
    OBJECT_UPRIGHT_FAILURE(253),
    STACKED_FAILURE(254),
    GRIPPER_HIT_TABLE(255, true),
    GRIPPER_FULLY_CLOSED(256, true),
    WRONG_OBJECT_DETACHED(257, true),
    OBJECT_BUMPED(258, true),
    OBJECT_MOVED(259, true),
    OBJECT_OUT_OF_SCENE(260, true),
    OBJECT_STARTED_MOVING(261),
    OBJECT_TIPPED_OVER(262, true),
    TARGET_OBJECT_DROPPED(263, true),
    GRIPPER_HIT_OBJECT(264, true),
    MULTIPLE_OBJECTS_GRABBED(265, true);

    private static final String SUCCESS = "_SUCCESS";
    private static final String FAILURE = "_FAILURE";
    private static final Map<Integer, StatusCode> BY_NUMBER =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(StatusCode::number, Function.identity()));
    private static final Map<String, StatusCode> ALIASES = aliasTable();
    private static final Map<String, StatusCode> BY_NAME = nameTable();
    private static final Map<String, StatusCode> BY_MEANING = meaningTable();

    private final int number;
    private final boolean tallied;

    StatusCode(int number) {
        this(number, false);
    }

    StatusCode(int number, boolean tallied) {
        this.number = number;
        this.tallied = tallied;
    }

    private static Map<String, StatusCode> aliasTable() {
        Map<String, StatusCode> aliases = new LinkedHashMap<>();
        aliases.put("OBJECT_ABOVE_TOP_SURFACE_SUCCESS", OBJECT_ABOVE_SUCCESS);
        aliases.put("OBJECT_ABOVE_BOTTOM_SURFACE_SUCCESS", OBJECT_ABOVE_BOTTOM_SUCCESS);
        aliases.put("OBJECT_ABOVE_TOP_SURFACE_FAILURE", OBJECT_ABOVE_FAILURE);
        aliases.put("OBJECT_ABOVE_BOTTOM_SURFACE_FAILURE", OBJECT_ABOVE_BOTTOM_FAILURE);
        aliases.put("WRONG_OBJECT_GRABBED", WRONG_OBJECT_GRABBED_FAILURE);
        return Collections.unmodifiableMap(aliases);
    }

    private static Map<String, StatusCode> nameTable() {
        Map<String, StatusCode> names = new HashMap<>(ALIASES);
        Arrays.stream(values()).forEach(code -> names.put(code.name(), code));
        return names;
    }

    private static Map<String, StatusCode> meaningTable() {
        Map<String, StatusCode> names = new HashMap<>(BY_NAME);
        Arrays.stream(values()).forEach(code -> names.putIfAbsent(code.tallyName(), code));
        return names;
    }

    /** The number on disk, 0 to 265. */
    public int number() {
        return number;
    }

    /** True for 100 to 199. */
    public boolean isSuccess() {
        return number >= 100 && number < 200;
    }

    /** True from 200 on: failures of conditions and events. */
    public boolean isFailure() {
        return number >= 200;
    }

    /** True for the events that results count. */
    public boolean isTallied() {
        return tallied;
    }

    /** The name in results' tallies: without a trailing {@code _FAILURE}. */
    public String tallyName() {
        return name().endsWith(FAILURE) ? name().substring(0, name().length() - FAILURE.length()) : name();
    }

    /** A condition's failure for its success and the reverse; empty for what has no pair. */
    public Optional<StatusCode> counterpart() {
        if (name().endsWith(SUCCESS)) {
            return find(name().replace(SUCCESS, FAILURE));
        }
        return name().endsWith(FAILURE) ? find(name().replace(FAILURE, SUCCESS)) : Optional.empty();
    }

    /** The code of a number; empty when there is none. */
    public static Optional<StatusCode> of(int number) {
        return Optional.ofNullable(BY_NUMBER.get(number));
    }

    /** The code of a name or of one of the {@link #aliases}; empty when there is none. */
    public static Optional<StatusCode> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /** As {@link #find}, also of a name in results' tallies. */
    public static Optional<StatusCode> meantBy(String name) {
        return Optional.ofNullable(BY_MEANING.get(name));
    }

    /** Other names of some codes; they are read, never written. */
    public static Map<String, StatusCode> aliases() {
        return ALIASES;
    }

    /** The text of a number: the code's name, {@code UNKNOWN(<n>)} when there is no such code. */
    public static String nameOf(int number) {
        StatusCode code = BY_NUMBER.get(number);
        return code == null ? "UNKNOWN(" + number + ")" : code.name();
    }

    /** The code for a condition function such as {@code object_grabbed} that holds; 100 without. */
    public static StatusCode successOf(String function) {
        return find(function.toUpperCase(Locale.ROOT) + SUCCESS).orElse(UNKNOWN_SUCCESS);
    }

    /** The code for a condition function that does not hold, or not any more; 200 without. */
    public static StatusCode failureOf(String function) {
        return find(function.toUpperCase(Locale.ROOT) + FAILURE).orElse(UNKNOWN_FAILURE);
    }
}
