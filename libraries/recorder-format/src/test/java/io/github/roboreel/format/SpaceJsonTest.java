package io.github.roboreel.format;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SpaceJsonTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "float32|3|{}|{'type':'Box','dtype':'float32','shape':[3],'low':'-inf','high':'inf'}",
                "float32|2|{'low':[-1,0.5],'high':[null,2]}"
                        + "|{'type':'Box','dtype':'float32','shape':[2],'low':[-1.0,0.5],'high':['inf',2.0]}",
                "float64|2|{'low':[-1,-1],'high':2}|{'type':'Box','dtype':'float64','shape':[2],'low':-1.0,'high':2.0}",
                "uint8|2|{'low':-0.5,'high':[3.5,999]}|{'type':'Box','dtype':'uint8','shape':[2],'low':0,'high':[3,255]}",
                "int8||{'num_values':6}|{'type':'Discrete','dtype':'int8','start':0,'n':6}",
                "int8||{'num_values':6,'low':-2}|{'type':'Discrete','dtype':'int8','start':-2,'n':6}",
                "int16|2|{'num_values':[6,7]}|{'type':'MultiDiscrete','dtype':'int16','nvec':[6,7],'start':[0,0]}",
                "bool|2|{}|{'type':'MultiBinary','n':[2]}",
                "uint8|2|{'num_values':256}|{'type':'Box','dtype':'uint8','shape':[2],'low':0,'high':255}",
                "bool||{}|{'type':'Discrete','dtype':'uint8','start':0,'n':2}"
            })
    void of_whatWasSaid_isGymnasiumsSpace(String dtype, Long size, String signal, String space) throws Exception {
        List<Long> shape = size == null ? List.of() : List.of(size);
        FieldSignal said = FieldSignal.of(FormatJson.read(signal.replace('\'', '"')));
        assertEquals(
                space.replace('\'', '"'),
                SpaceJson.of(DType.of(dtype), shape, said).toString());
    }

    @Test
    void box_ofSeveralAxes_isNestedAsItsShape() throws Exception {
        FieldSignal said = FieldSignal.of(FormatJson.read("{\"low\":[1,2,3,4,5,6]}"));
        assertEquals(
                "[[1.0,2.0,3.0],[4.0,5.0,6.0]]",
                SpaceJson.box(DType.FLOAT32, List.of(2L, 3L), said).path("low").toString());
    }

    @Test
    void box_ofNumbersOfValues_hasThemAsBounds() throws Exception {
        FieldSignal said = FieldSignal.of(FormatJson.read("{\"num_values\":[2,9],\"low\":-1}"));
        ObjectNode box = SpaceJson.box(DType.INT32, List.of(2L), said);
        assertEquals("-1 [0,7]", box.path("low") + " " + box.path("high"));
    }

    @Test
    void of_namesWithSlashes_areNested() {
        Map<String, ObjectNode> spaces = new LinkedHashMap<>();
        spaces.put("arm/q", SpaceJson.of(DType.BOOL, List.of(1L), FieldSignal.NONE));
        spaces.put("arm/v", SpaceJson.of(DType.BOOL, List.of(2L), FieldSignal.NONE));
        spaces.put("say", SpaceJson.of(DType.TEXT, List.of(9L), FieldSignal.NONE));
        ObjectNode root = SpaceJson.of(spaces);
        assertEquals(
                "{\"type\":\"MultiBinary\",\"n\":[2]}",
                root.at("/subspaces/arm/subspaces/v").toString());
        assertEquals(9, root.at("/subspaces/say/max_length").asInt());
    }
}
