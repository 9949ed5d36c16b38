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
        Spec parsed = new Spec(spec, name, equals < 0 ? "" : spec.substring(equals + 1));
        if (parsed.value.isEmpty()) {
            throw parsed.wrong("nothing stands behind '" + name + "'");
        }
        try {
            return parsed.change();
        } catch (IllegalArgumentException e) {
            throw parsed.wrong(e.getMessage());
        }
    }

    /** One of them, in its parts. */
    private record Spec(String text, String name, String value) {
        EpisodeChange change() {
            return switch (name) {
                case "drop" -> FieldChanges.drop(value);
                case "rename" -> {
                    String[] names = two(value);
                    yield FieldChanges.rename(names[0], names[1]);
                }
                case "slice" -> {
                    Matcher range = required(RANGE, "[FROM:END]");
                    yield FieldChanges.slice(range.group(1), whole(range, 2), whole(range, 3));
                }
                case "resize" -> {
                    Matcher size = required(SIZE, ":HxW");
                    yield FieldChanges.resize(size.group(1), whole(size, 2), whole(size, 3));
                }
                case "resample" -> new Rate(Resample.to(number(value)));
                case WINDOW -> window();
                case NSTEP -> {
                    Map<String, String> settings = settings(List.of("n", "discount"));
                    yield new Transitions(whole("n", settings), number(settings.getOrDefault("discount", "1")));
                }
                default -> relative();
            };
        }

        private Windows window() {
            Map<String, String> settings = settings(List.of("size", "shift", "stride", "partial"));
            if (!settings.getOrDefault("partial", "").isEmpty()) {
                throw wrong("'partial' has no value");
            }
            return new Windows(new Window(
                    whole("size", settings),
                    settings.containsKey("shift") ? whole("shift", settings) : 1,
                    settings.containsKey("stride") ? whole("stride", settings) : 1,
                    settings.containsKey("partial") ? Partial.PAD : Partial.DROP));
        }

        private EpisodeChange relative() {
            Matcher range = RANGE.matcher(value);
            boolean isPart = range.matches();
            String[] names = two(isPart ? range.group(1) : value);
            int from = isPart ? whole(range, 2) : 0;
            int end = isPart ? whole(range, 3) : Integer.MAX_VALUE;
            if (from >= end) {
                throw wrong("elements " + from + " to " + end + " are none");
            }
            return FieldChanges.relative(names[0], names[1], from, end);
        }

        /** Names and values behind colons, between commas; empty values of names without. */
        private Map<String, String> settings(List<String> known) {
            Map<String, String> settings = new LinkedHashMap<>();
            for (String setting : value.split(",", -1)) {
                String key = setting.split(":", -1)[0];
                if (!known.contains(key)) {
                    throw wrong("there is no '" + key + "'");
                }
                if (settings.put(key, setting.substring(Math.min(setting.length(), key.length() + 1))) != null) {
                    throw wrong("'" + key + "' is given twice");
                }
            }
            return settings;
        }

        private int whole(String key, Map<String, String> settings) {
            String given = settings.getOrDefault(key, "");
            if (!WHOLE.matcher(given).matches()) {
                throw wrong("'" + key + "' needs a whole number, not '" + given + "'");
            }
            return Integer.parseInt(given);
        }

        private static int whole(Matcher found, int group) {
            return Integer.parseInt(found.group(group));
        }

        private String[] two(String names) {
            String[] parts = names.split(":", -1);
            if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
                throw wrong("'" + names + "' is not two names with a colon between");
            }
            return parts;
        }

        private Matcher required(Pattern pattern, String end) {
            Matcher found = pattern.matcher(value);
            if (!found.matches()) {
                throw wrong("'" + value + "' does not end with " + end);
            }
            return found;
        }

        private double number(String given) {
            try {
                return Double.parseDouble(given);
            } catch (NumberFormatException e) {
                throw wrong("'" + given + "' is no number");
            }
        }

        private RoboReelException wrong(String fault) {
            return RoboReelException.badArgument("transformation '%s': %s; expected %s", text, fault, FORMS.get(name));
        }
    }
}
