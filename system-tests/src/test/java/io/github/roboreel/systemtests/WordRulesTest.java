package io.github.roboreel.systemtests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Comments, messages and documents use the field's terms: words that hide who does what are replaced by those who do
 * it.
 */
class WordRulesTest {
    private static final Path ROOT = Path.of("..");

    /** "anew" becomes "again" or "from scratch", "for ever" "indefinitely", "goes on" "continues" or "resumes". */
    private static final Pattern WORDS = Pattern.compile(
            "\\b([Ww]hoever|[Ss]omebody|[Nn]obody|[Aa]new|[Ff]or ever|(?:goes|going|gone) on with|lets go of)\\b");

    private static final Pattern CONSTANT = Pattern.compile("\\b(?:MOST|LEAST|LONGEST|SHORTEST)(?:_[A-Z_]+)?\\b");

    @Test
    void mainSources_useTheFieldsWords() throws IOException {
        List<String> found = new ArrayList<>();
        List<Path> sources = files(".java").stream()
                .filter(file -> file.toString().contains("/src/main/java/"))
                .toList();
        for (Path file : sources) {
            String source = Files.readString(file);
            Stream.concat(matches(WORDS, source), matches(CONSTANT, source))
                    .forEach(word -> found.add(file.getFileName() + ": " + word));
        }
        assertTrue(sources.size() > 1000, "only " + sources.size() + " sources");
        assertEquals(List.of(), found);
    }

    @Test
    void documents_useTheFieldsWords() throws IOException {
        List<String> found = new ArrayList<>();
        List<Path> documents = files(".md").stream()
                .filter(file -> !file.endsWith("CHANGELOG.md"))
                .toList();
        for (Path file : documents) {
            matches(WORDS, Files.readString(file)).forEach(word -> found.add(file + ": " + word));
        }
        assertTrue(documents.size() > 20, "only " + documents.size() + " documents");
        assertEquals(List.of(), found);
    }

    @ParameterizedTest
    @CsvSource({
        "'int a; // nobody reads it', nobody",
        "'/** Whoever asks first. */ class A {}', Whoever",
        "'throw failed(\"it goes on\\n with the next\");', ''",
        "'/* It goes on with the next. */', goes on with",
        "'BodyPublishers.noBody()', ''",
    })
    void theRuleFindsWords(String source, String words) {
        assertEquals(words, matches(WORDS, source).collect(Collectors.joining(",")));
    }

    private static List<Path> files(String ending) throws IOException {
        try (Stream<Path> all = Files.walk(ROOT)) {
            return all.map(Path::normalize)
                    .filter(file -> file.toString().endsWith(ending))
                    .filter(file -> Stream.of("/target/", "/node_modules/", "/.venv/", "/.git/", "/output/")
                            .noneMatch(("/" + file)::contains))
                    .toList();
        }
    }

    private static Stream<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(MatchResult::group);
    }
}
