package io.github.roboreel.dataset.transform;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.names.KnownNames;
import io.github.roboreel.recordings.transform.Window;
import io.github.roboreel.recordings.transform.Window.Partial;
import io.github.roboreel.recordings.transform.fields.Resample;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Changes as users write them: {@code drop=obs/wrist_*}, {@code resample=5}, {@code window=size:16,shift:8}. */
public final class TransformSpecs {
    private static final Pattern RANGE = Pattern.compile("(.+)\\[(\\d{1,9}):(\\d{1,9})\\]");

    private static final Pattern SIZE = Pattern.compile("(.+):(\\d{1,9})x(\\d{1,9})");

    private static final Pattern WHOLE = Pattern.compile("\\d{1,9}");

    private static final String WINDOW = "window";

    private static final String NSTEP = "nstep";

    private static final Map<String, String> FORMS = forms();

    private TransformSpecs() {}

    private static Map<String, String> forms() {
        Map<String, String> forms = new LinkedHashMap<>();
        forms.put("drop", "drop=PATTERN, for example drop=obs/wrist_*");
        forms.put("rename", "rename=OLD:NEW, for example rename=obs/arm:obs/joints");
        forms.put("slice", "slice=FIELD[FROM:END], for example slice=actions[0:7]");
        forms.put("resize", "resize=PATTERN:HxW, for example resize=obs/*_cam:120x160");
        forms.put("resample", "resample=HZ, for example resample=5");
        forms.put(
                "relative",
                "relative=ACTIONS:STATE or with [FROM:END] behind, for example"
                        + " relative=actions:obs/arm_joint_pos[0:7]");
        forms.put(WINDOW, "window=size:K[,shift:S][,stride:T][,partial], for example window=size:16,shift:8");
        forms.put(NSTEP, "nstep=n:N[,discount:D], for example nstep=n:3,discount:0.99");
        return forms;
    }

    /**
     * Changes in the order of their specs.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT that says what a spec should be
     */
    public static List<EpisodeChange> parse(List<String> specs) {
        return specs.stream().map(TransformSpecs::parse).toList();
    }

    private static EpisodeChange parse(String spec) {
        int equals = spec.indexOf('=');
        String name = equals < 0 ? spec : spec.substring(0, equals);
        if (!FORMS.containsKey(name)) {
            throw RoboReelException.badArgument(
                    "transformation '%s': there is no transformation '%s'; %s",
                    spec, name, KnownNames.hint(name, FORMS.keySet()));
        }
        String value = equals < 0 ? "" : spec.substring(equals + 1);
        if (value.isEmpty()) {
            throw wrong(spec, "nothing stands behind '" + name + "'", name);
        }
        try {
            return change(spec, name, value);
        } catch (IllegalArgumentException e) {
            throw wrong(spec, e.getMessage(), name);
        }
    }

    private static EpisodeChange change(String spec, String name, String value) {
        return switch (name) {
            case "drop" -> new Drop(value);
            case "rename" -> rename(spec, value);
            case "slice" -> slice(spec, value);
            case "resize" -> resize(spec, value);
            case "resample" -> new Rate(Resample.to(number(spec, "resample", value)));
            case WINDOW -> window(spec, value);
            case NSTEP -> nstep(spec, value);
            default -> relative(spec, value);
        };
    }

    private static Windows window(String spec, String value) {
        Map<String, String> settings = settings(spec, WINDOW, value, List.of("size", "shift", "stride", "partial"));
        Partial partial = settings.containsKey("partial") ? Partial.PAD : Partial.DROP;
        if (!settings.getOrDefault("partial", "").isEmpty()) {
            throw wrong(spec, "'partial' has no value", WINDOW);
        }
        return new Windows(new Window(
                whole(spec, WINDOW, "size", settings),
                settings.containsKey("shift") ? whole(spec, WINDOW, "shift", settings) : 1,
                settings.containsKey("stride") ? whole(spec, WINDOW, "stride", settings) : 1,
                partial));
    }

    private static Transitions nstep(String spec, String value) {
        Map<String, String> settings = settings(spec, NSTEP, value, List.of("n", "discount"));
        int n = whole(spec, NSTEP, "n", settings);
        return new Transitions(n, number(spec, NSTEP, settings.getOrDefault("discount", "1")));
    }

    /** Names and values behind colons, between commas; empty values of names without. */
    private static Map<String, String> settings(String spec, String name, String value, List<String> known) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String setting : value.split(",", -1)) {
            String key = setting.split(":", -1)[0];
            if (!known.contains(key)) {
                throw wrong(spec, "there is no '" + key + "'", name);
            }
            if (settings.put(key, setting.substring(Math.min(setting.length(), key.length() + 1))) != null) {
                throw wrong(spec, "'" + key + "' is given twice", name);
            }
        }
        return settings;
    }

    private static int whole(String spec, String name, String key, Map<String, String> settings) {
        String value = settings.getOrDefault(key, "");
        if (!WHOLE.matcher(value).matches()) {
            throw wrong(spec, "'" + key + "' needs a whole number, not '" + value + "'", name);
        }
        return Integer.parseInt(value);
    }

    private static Rename rename(String spec, String value) {
        String[] names = two(spec, "rename", value);
        return new Rename(names[0], names[1]);
    }

    private static String[] two(String spec, String name, String value) {
        String[] parts = value.split(":", -1);
        if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
            throw wrong(spec, "'" + value + "' is not two names with a colon between", name);
        }
        return parts;
    }

    private static Slice slice(String spec, String value) {
        Matcher range = RANGE.matcher(value);
        if (!range.matches()) {
            throw wrong(spec, "'" + value + "' does not end with [FROM:END]", "slice");
        }
        return new Slice(range.group(1), Integer.parseInt(range.group(2)), Integer.parseInt(range.group(3)));
    }

    private static Resize resize(String spec, String value) {
        Matcher size = SIZE.matcher(value);
        if (!size.matches()) {
            throw wrong(spec, "'" + value + "' does not end with :HxW", "resize");
        }
        return new Resize(size.group(1), Integer.parseInt(size.group(2)), Integer.parseInt(size.group(3)));
    }

    private static Relative relative(String spec, String value) {
        Matcher range = RANGE.matcher(value);
        if (range.matches()) {
            String[] names = two(spec, "relative", range.group(1));
            int from = Integer.parseInt(range.group(2));
            int end = Integer.parseInt(range.group(3));
            if (from >= end) {
                throw wrong(spec, "elements " + from + " to " + end + " are none", "relative");
            }
            return new Relative(names[0], names[1], from, end);
        }
        String[] names = two(spec, "relative", value);
        return new Relative(names[0], names[1], 0, Integer.MAX_VALUE);
    }

    private static double number(String spec, String name, String value) {
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException e) {
            throw wrong(spec, "'" + value + "' is no number", name);
        }
    }

    private static RoboReelException wrong(String spec, String fault, String name) {
        return RoboReelException.badArgument("transformation '%s': %s; expected %s", spec, fault, FORMS.get(name));
    }
}
