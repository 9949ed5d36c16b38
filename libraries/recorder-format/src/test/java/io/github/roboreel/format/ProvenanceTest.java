package io.github.roboreel.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ProvenanceTest {
    @Test
    void json_ofWhatIsKnown_hasNoOtherKeys() {
        Provenance known = Provenance.ofSimulator("Bullet", "3.25")
                .withPlugin("cart.jar", "")
                .withGpu("GeForce\nRTX\t 4090 ");
        String json = FormatJson.text(known);
        assertEquals(
                "{\"simulator\":\"Bullet\",\"simulator_version\":\"3.25\",\"plugin\":\"cart.jar\","
                        + "\"gpu\":\"GeForce RTX 4090\"}",
                json);
        assertEquals(known, LenientJson.bind(FormatJson.readOrMissing(json), Provenance.class));
    }

    @Test
    void texts_longOrEmpty_areCutOrNotKnown() {
        Provenance provenance = Provenance.ofSimulator("x".repeat(1000), " \u0000 ");
        assertEquals("x".repeat(200), provenance.simulator());
        assertNull(provenance.simulatorVersion());
        assertTrue(Provenance.ofSimulator("", null).isUnknown());
    }
}
