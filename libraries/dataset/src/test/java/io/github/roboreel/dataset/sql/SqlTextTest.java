package io.github.roboreel.dataset.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.fault.RoboReelException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SqlTextTest {
    @Test
    void callsOfStepsBecomeNamesOfTables() {
        StepCalls calls = StepCalls.of("select * from steps('a/b') x join STEPS ( 'it''s' ) y using (step)");
        assertEquals("select * from \"steps('a/b')\" x join \"steps('it's')\" y using (step)", calls.sql());
        assertEquals(Set.of("a/b", "it's"), calls.paths());
    }

    @Test
    void theWordInATextACommentOrAnotherPlaceIsNoCall() {
        for (String sql : List.of(
                "select 'steps(''a'')'",
                "select $$steps('a')$$",
                "select $x$ $$ steps('a') $x$",
                "select e'\\' steps(\\'a\\')'",
                "select \"steps('a')\"",
                "select 1 -- steps('a')",
                "select 1 /* /* */ steps('a') */",
                "select steps from x",
                "select other.steps('a')",
                "select mysteps('a')")) {
            assertEquals(sql, StepCalls.of(sql).sql());
            assertEquals(Set.of(), StepCalls.of(sql).paths());
        }
    }

    @Test
    void aCallTakesOneText() {
        for (String sql : List.of("from steps(a)", "from steps('a', 'b')", "from steps(", "from steps('a'")) {
            assertThrows(RoboReelException.class, () -> StepCalls.of(sql), sql);
        }
    }

    @Test
    void onlyASemicolonThatEndsAStatementCounts() {
        assertTrue(SqlText.of("select 1;").isTerminated());
        assertTrue(SqlText.of("select 1 ; -- done").isTerminated());
        assertFalse(SqlText.of("select ';").isTerminated());
        assertFalse(SqlText.of("select 1 -- ;").isTerminated());
        assertFalse(SqlText.of("select 1 /* ;").isTerminated());
        assertTrue(SqlText.of("select ';").isOpen());
        assertTrue(SqlText.of("select 1 /* /* */").isOpen());
        assertFalse(SqlText.of("select '' /* /* */ */").isOpen());
        assertTrue(SqlText.of(" ; /* x */ -- y").isBlank());
    }
}
