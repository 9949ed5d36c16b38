package io.github.roboreel.dataset.rlds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.rlds.LeafFeature.Form;
import io.github.roboreel.format.DType;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class FeatureTreeTest {
    private static final String TEXT = "{'text': {}}";

    private static String dict(String members) {
        return "{'featuresDict': {'features': {" + members + "}}}";
    }

    private static String sequence(String feature) {
        return "{'sequence': {'feature': " + feature + ", 'length': '-1'}}";
    }

    private static String tensor(String dtype, String sizes, String more) {
        return "{'tensor': {'dtype': '" + dtype + "', 'shape': {'dimensions': [" + sizes + "]}" + more + "}}";
    }

    private static List<LeafFeature> leaves(String json) throws IOException {
        return FeatureTree.leaves(new ObjectMapper().readTree(json.replace('\'', '"')), Path.of("features.json"));
    }

    private static List<LeafFeature> steps(String members) throws IOException {
        return leaves(dict("'steps': " + sequence(dict(members))));
    }

    private static String refused(String json) {
        return assertThrows(ExportRefusedException.class, () -> leaves(json)).getMessage();
    }

    @Test
    void leavesHaveThePathsOfTheirDicts() throws IOException {
        List<LeafFeature> leaves = leaves(dict("'steps': "
                + sequence(dict("'observation': " + dict("'q': " + tensor("float32", "'7'", "")) + ", 'says': " + TEXT))
                + ", 'episode_metadata': " + dict("'id': " + tensor("int64", "", ""))));
        assertEquals(
                List.of("steps/observation/q", "steps/says", "episode_metadata/id"),
                leaves.stream().map(LeafFeature::key).toList());
        assertEquals(
                List.of(true, true, false),
                leaves.stream().map(LeafFeature::isStep).toList());
        assertEquals(List.of(7L), leaves.get(0).shape());
        assertEquals(DType.FLOAT32, leaves.get(0).type().dtype());
    }

    @Test
    void encodingsAreForms() throws IOException {
        List<LeafFeature> leaves = steps("'a': " + tensor("uint8", "", "") + ", 'b': "
                + tensor("uint8", "", ", 'encoding': 'bytes'") + ", 'c': "
                + tensor("uint8", "", ", 'encoding': 'ZLIB'") + ", 'd': "
                + tensor("uint8", "", ", 'encoding': 'other'") + ", 'e': " + tensor("string", "", "") + ", 'f': "
                + tensor("string", "'2'", ""));
        assertEquals(
                List.of(Form.NUMBERS, Form.BYTES, Form.ZLIB, Form.UNREAD, Form.TEXT, Form.UNREAD),
                leaves.stream().map(LeafFeature::form).toList());
    }

    @Test
    void namesOfPythonClassesAreNotLookedAt() throws IOException {
        String members = "'steps': " + sequence(dict("'says': " + TEXT));
        String named = "{'pythonClassName': 'os.system', 'featuresDict': {'features': {" + members + "}}}";
        assertEquals(leaves(dict(members)), leaves(named));
    }

    @Test
    void aKindThatIsNotKnownIsUnread() throws IOException {
        assertEquals(Form.UNREAD, steps("'x': {'ragged': {}}").get(0).form());
    }

    @Test
    void aSequenceInStepsIsAroundItsLeaf() throws IOException {
        LeafFeature leaf = steps("'x': " + sequence(tensor("int64", "", ""))).get(0);
        assertEquals(List.of(-1L), leaf.lengths());
    }

    @Test
    void whatHasNoStepsIsRefused() {
        assertTrue(refused(dict("'x': " + TEXT)).contains("declares no 'steps'"));
        assertTrue(refused("{'type': 'x', 'content': '{}'}").contains("older form"));
    }

    @Test
    void aKeyThatTwoLeavesHaveIsRefused() {
        String message =
                refused(dict("'steps': " + sequence(dict("'a/b': " + TEXT + ", 'a': " + dict("'b': " + TEXT)))));
        assertTrue(message.contains("declares 'steps/a/b' twice"), message);
    }

    @Test
    void aNestingWithoutEndIsRefused() {
        String node = TEXT;
        for (int level = 0; level < 40; level++) {
            node = dict("'x': " + node);
        }
        assertTrue(refused(dict("'steps': " + sequence(node))).contains("more than 32 deep"));
    }

    @Test
    void sizesThatAreNoneAreRefused() {
        for (String size : List.of("'-2'", "'many'", "'9223372036854775808'")) {
            String json = dict("'steps': " + sequence(dict("'x': " + tensor("int64", size, ""))));
            assertTrue(refused(json).contains("gives 'steps/x' the size "), size);
        }
        String axes = "'1',".repeat(32) + "'1'";
        assertTrue(refused(dict("'steps': " + sequence(dict("'x': " + tensor("int64", axes, "")))))
                .contains("more than 32 axes"));
    }

    @Test
    void controlCharactersOfNamesAreNotShown() {
        String message = refused(dict("'steps': " + sequence(dict("'a\\u001b[2J': " + TEXT))));
        assertTrue(message.contains("a name has no control characters"), message);
        assertFalse(message.contains("\u001b"), message);
    }
}
