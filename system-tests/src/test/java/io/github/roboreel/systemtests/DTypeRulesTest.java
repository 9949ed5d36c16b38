package io.github.roboreel.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A dtype that is added is either known everywhere or does not compile: each switch over dtypes, or over their kinds,
 * is an expression, which the compiler requires to be complete, and has no {@code default}.
 */
class DTypeRulesTest {
    private static final Pattern NO_CODE = Pattern.compile(
            "\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"|'(?:\\\\.|[^'\\\\])'|//[^\n]*|/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern SWITCH = Pattern.compile("\\bswitch \\(");
    private static final Pattern LABEL = Pattern.compile("\\b(case|default)\\b([^:;{}]*?)(?:->|:)");

    /** Other enums have constants of these names, too. */
    private static final Set<String> AMBIGUOUS = Set.of("BOOL", "TEXT", "INT64");

    private static final Set<String> CONSTANTS = Stream.concat(
                    Arrays.stream(DType.values()), Arrays.stream(DType.Kind.values()))
            .map(Enum::name)
            .filter(name -> !AMBIGUOUS.contains(name))
            .collect(Collectors.toUnmodifiableSet());

    @Test
    void noMainSourceDecidesADTypeByDefault() throws IOException {
        Map<String, String> found = new TreeMap<>();
        int files = 0;
        int switches = 0;
        for (Path file : mainSources()) {
            files++;
            List<Switch> all = switches(Files.readString(file));
            switches += all.size();
            for (Switch one : all) {
                String name = file.getFileName().toString();
                if (!one.fault().isEmpty()) {
                    found.put(name, one.fault());
                }
            }
        }
        assertTrue(files > 1000, "only " + files + " sources");
        assertTrue(switches > 10, "only " + switches + " switches over dtypes");
        assertEquals(Map.of(), found);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return switch (dtype) { case INT8 -> 1; default -> 2; };",
                "int i = switch (dtype) { case FLOAT16, FLOAT32 -> f(() -> { g(); }); case BOOL -> 1; default -> { yield 2; } };",
                "switch (x) { case 1 -> { return switch (a.dtype()) { case UINT64: yield 1; default: yield 2; }; } default -> {} }",
                "return switch (dtype.kind()) { case FLOATING -> \"}\"; default -> '{'; };",
                "f(); switch (dtype) { case INT8 -> f(); case UINT8 -> g(); }",
                "if (x) { switch (kind) { case SIGNED -> f(); } }",
                "if (x) switch (DType.of(t)) { case TEXT, INT32 -> f(); }",
            })
    void theRuleFindsSwitchesThatAreNotComplete(String code) {
        assertEquals(
                1, switches(code).stream().filter(one -> !one.fault().isEmpty()).count());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "return switch (dtype) { case INT8 -> switch (n) { case 1 -> 2; default -> 3; }; case UINT8 -> 1; };",
                "f(switch (dtype) { case INT8 -> /* default -> */ 1; case UINT8 -> \"default -> \"; });",
                "switch (form) { case TEXT -> f(); default -> g(); }",
                "switch (n) { case 1 -> f(DType.INT8); default -> g(DType.INT16); }",
            })
    void theRuleLeavesOthersAlone(String code) {
        assertEquals(
                List.of(),
                switches(code).stream().filter(one -> !one.fault().isEmpty()).toList());
    }

    private static List<Path> mainSources() throws IOException {
        try (Stream<Path> all = Files.find(
                Path.of(".."), 30, (path, attributes) -> path.toString().endsWith(".java"))) {
            return all.filter(path -> path.toString().contains("/src/main/java/"))
                    .toList();
        }
    }

    /** A switch over dtypes; the fault is empty when it is complete. */
    private record Switch(String fault) {}

    private static List<Switch> switches(String source) {
        String code = NO_CODE.matcher(source).replaceAll(" ");
        return SWITCH.matcher(code)
                .results()
                .map(found -> new Labels(code, found.start()))
                .filter(Labels::isOverDTypes)
                .map(labels -> new Switch(labels.fault()))
                .toList();
    }

    /** The labels of one switch, without those of switches in it. */
    private static final class Labels {
        private final String before;
        private final String labels;

        Labels(String code, int start) {
            before = code.substring(0, start).stripTrailing();
            int open = code.indexOf('{', start);
            StringBuilder own = new StringBuilder();
            int depth = 0;
            int at = open;
            do {
                char c = code.charAt(at++);
                depth += c == '{' ? 1 : c == '}' ? -1 : 0;
                own.append(depth == 1 ? c : ' ');
            } while (depth > 0 && at < code.length());
            StringBuilder text = new StringBuilder();
            Matcher matcher = LABEL.matcher(own);
            while (matcher.find()) {
                text.append(matcher.group(1)).append(matcher.group(2)).append(';');
            }
            labels = text.toString();
        }

        boolean isOverDTypes() {
            return Arrays.stream(labels.split("\\W+")).anyMatch(CONSTANTS::contains);
        }

        String fault() {
            if (labels.contains("default")) {
                return "a switch over dtypes has a default: " + labels;
            }
            boolean isStatement = before.isEmpty() || ";{})".indexOf(before.charAt(before.length() - 1)) >= 0;
            return isStatement ? "a switch over dtypes is a statement: " + labels : "";
        }
    }
}
