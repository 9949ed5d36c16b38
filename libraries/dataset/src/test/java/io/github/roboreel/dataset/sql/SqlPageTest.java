package io.github.roboreel.dataset.sql;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page about SQL lists the columns that there are. */
class SqlPageTest {
    private static final Path PAGE = Checkout.file("docs/how-to/sql.md");

    @Test
    void thePageHasTheTableOfEachView() throws IOException {
        String page = Files.readString(PAGE);
        for (View view : View.values()) {
            String meaning = view.meaning();
            requireSection(
                    page,
                    view.label(),
                    meaning.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + meaning.substring(1) + ".",
                    view.columns());
        }
        requireSection(page, "steps('PATH')", "A row per step of an array, of all demos that have it.", View.STEPS);
    }

    private static void requireSection(String page, String name, String meaning, List<View.Column> columns) {
        StringBuilder section = new StringBuilder("\n### " + name + "\n\n" + meaning + "\n\n");
        section.append("| column | type | meaning |\n|---|---|---|\n");
        for (View.Column column : columns) {
            String type = column.type().isEmpty() ? "that of the array" : column.type();
            section.append("| `" + column.name() + "` | " + type + " | " + column.meaning() + " |\n");
        }
        assertTrue(
                page.contains(section + "\n") || page.endsWith(section.toString()),
                "docs/how-to/sql.md lacks:\n" + section);
    }
}
