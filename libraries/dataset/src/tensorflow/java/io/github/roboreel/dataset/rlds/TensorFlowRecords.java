package io.github.roboreel.dataset.rlds;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.Output;
import org.tensorflow.Result;
import org.tensorflow.Session;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.NdArrays;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.op.io.DecodeCompressed;
import org.tensorflow.op.io.FifoQueue;
import org.tensorflow.op.io.ParseSingleExample;
import org.tensorflow.op.io.QueueEnqueue;
import org.tensorflow.op.io.ReaderRead;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TFloat64;
import org.tensorflow.types.TInt64;
import org.tensorflow.types.TString;
import org.tensorflow.types.TUint8;
import org.tensorflow.types.family.TType;

/** A record file as TensorFlow reads it, in graph mode. */
final class TensorFlowRecords implements AutoCloseable {
    private final Map<String, JsonNode> declared;
    private final Graph graph = new Graph();
    private final Ops tf = Ops.create(graph);
    private final Session session = new Session(graph);
    private final ParseSingleExample example;
    private final Placeholder<TString> string = tf.placeholder(TString.class);
    private final Operand<TUint8> picture = tf.image.decodeImage(string, TUint8.class);
    private final Operand<TFloat64> doubles = tf.io.decodeRaw(string, TFloat64.class);
    private final Operand<TFloat64> inflatedDoubles =
            tf.io.decodeRaw(
                    tf.io.decodeCompressed(
                            string,
                            DecodeCompressed.compressionType("ZLIB")),
                    TFloat64.class);

    TensorFlowRecords(Path file, Map<String, JsonNode> declared) {
        this.declared = declared;
        FifoQueue names = tf.io.fifoQueue(List.of(TString.class));
        QueueEnqueue enqueue =
                tf.io.queueEnqueue(names, List.of(tf.constant(file.toString())));
        ReaderRead read = tf.io.readerRead(tf.io.tfRecordReader(), names);
        example = parse(read);
        session.runner().addTarget(enqueue).run().close();
    }

    /** As TFDS asks for it: fixed shapes for the episode, an unknown number of steps. */
    private ParseSingleExample parse(ReaderRead read) {
        List<Operand<?>> defaults = new ArrayList<>();
        List<Class<? extends TType>> types = new ArrayList<>();
        List<Shape> shapes = new ArrayList<>();
        declared.forEach(
                (key, node) -> {
                    Class<? extends TType> type = type(node);
                    types.add(type);
                    defaults.add(tf.zeros(tf.constant(padding(key)), type));
                    shapes.add(shape(key, node));
                });
        return tf.io.parseSingleExample(
                read.value(),
                defaults,
                0L,
                List.of(),
                List.copyOf(declared.keySet()),
                List.of(),
                shapes);
    }

    /** Shape of a default: one value to pad steps with, none for what must be there. */
    private static int[] padding(String key) {
        return isOfSteps(key) ? new int[0] : new int[] {0};
    }

    private static boolean isOfSteps(String key) {
        return key.startsWith("steps/");
    }

    private static Class<? extends TType> type(JsonNode node) {
        if (!isPacked(node)) {
            return TString.class;
        }
        return node.get("tensor").get("dtype").asText().startsWith("float")
                ? TFloat32.class
                : TInt64.class;
    }

    private static boolean isPacked(JsonNode node) {
        return node.path("tensor").path("encoding").asText().equals("none");
    }

    private static Shape shape(String key, JsonNode node) {
        List<Long> sizes = new ArrayList<>();
        if (isOfSteps(key)) {
            sizes.add(-1L);
        }
        if (isPacked(node)) {
            node.get("tensor")
                    .get("shape")
                    .path("dimensions")
                    .forEach(size -> sizes.add(size.asLong()));
        }
        return Shape.of(sizes.stream().mapToLong(Long::longValue).toArray());
    }

    /** The tensors of the next record, by key; the result holds their memory. */
    Map<String, Tensor> next(List<Result> open) {
        Session.Runner runner = session.runner();
        for (Output<?> value : example.denseValues()) {
            runner.fetch(value);
        }
        Result result = runner.run();
        open.add(result);
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        int index = 0;
        for (String key : declared.keySet()) {
            tensors.put(key, result.get(index++));
        }
        return tensors;
    }

    byte[] picture(byte[] file) {
        try (TString input = TString.tensorOfBytes(NdArrays.scalarOfObject(file));
                Result result = session.runner().feed(string, input).fetch(picture).run()) {
            return bytes(result.get(0)).array();
        }
    }

    double[] doubles(byte[] bytes, boolean zlib) {
        try (TString input = TString.tensorOfBytes(NdArrays.scalarOfObject(bytes));
                Result result =
                        session.runner()
                                .feed(string, input)
                                .fetch(zlib ? inflatedDoubles : doubles)
                                .run()) {
            ByteBuffer values = bytes(result.get(0));
            double[] found = new double[values.remaining() / Double.BYTES];
            values.asDoubleBuffer().get(found);
            return found;
        }
    }

    /** What a tensor of numbers holds, little-endian. */
    static ByteBuffer bytes(Tensor tensor) {
        byte[] bytes = new byte[Math.toIntExact(tensor.numBytes())];
        tensor.asRawTensor().data().read(bytes);
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void close() {
        session.close();
        graph.close();
    }
}
