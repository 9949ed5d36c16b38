package io.github.roboreel.recorder.hdf5.lib;

import static io.github.roboreel.recorder.hdf5.lib.Hdf5.DEFAULT;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.isTrue;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.ok;
import static io.github.roboreel.recorder.hdf5.lib.Hdf5.utf8;

import io.github.roboreel.format.fault.IoConsumer;
import io.github.roboreel.recorder.hdf5.binding.Calls;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Open group or dataset with its attributes. For one thread at a time. */
public abstract class H5Object implements Closeable {
    private static final int SCALAR = 0;

    final long id;

    H5Object(long id) {
        this.id = ok(id);
    }

    @Override
    public final void close() throws IOException {
        Hdf5.checked("close an object", calls -> ok(calls.H5Oclose(id)));
    }

    /** Drops what the library remembers of an object that a recorder may have changed. */
    public final void refresh() throws IOException {
        Hdf5.checked("refresh an object", calls -> ok(calls.H5Orefresh(id)));
    }

    // Attributes

    /**
     * All attributes in byte-wise name order: Long, Double, Boolean or String; a List of them for an array.
     *
     * @throws IOException when one of them cannot be read
     */
    public final Map<String, Object> attributes() throws IOException {
        Map<String, Object> values = new LinkedHashMap<>();
        eachAttribute(attribute -> values.put(attribute.name(), attribute.value()));
        return values;
    }

    /**
     * Those that one value says: of one element, whatever its axes, and several texts, which are a list. Numbers that
     * no Long holds are their digits.
     */
    public final Map<String, Object> singleAttributes() throws IOException {
        Map<String, Object> values = new LinkedHashMap<>();
        eachAttribute(attribute -> attribute.single().ifPresent(value -> values.put(attribute.name(), value)));
        return values;
    }

    /** Names of the attributes that are none of these, in the same order. */
    public final List<String> otherAttributes() throws IOException {
        List<String> names = new ArrayList<>();
        eachAttribute(attribute -> {
            if (attribute.single().isEmpty()) {
                names.add(attribute.name());
            }
        });
        return names;
    }

    /** Value of one attribute; empty when there is none of that name. */
    public final Optional<Object> attribute(String name) throws IOException {
        return Hdf5.checked("read attribute " + name, calls -> {
            if (!isTrue(calls.H5Aexists(id, utf8(name)))) {
                return Optional.empty();
            }
            try (H5Attribute attribute = new H5Attribute(calls, calls.H5Aopen(id, utf8(name), DEFAULT))) {
                return Optional.of(attribute.value());
            }
        });
    }

    /** Creates a scalar attribute holding these bytes of that type. */
    public final void createAttribute(String name, H5Type type, byte[] value) throws IOException {
        Hdf5.checked("create attribute " + name, calls -> createScalar(calls, name, type, value));
    }

    /** Creates an attribute of one axis, with so many values of that type. */
    public final void createAttribute(String name, H5Type type, int count, byte[] values) throws IOException {
        Hdf5.checked("create attribute " + name, calls -> createList(calls, name, type, count, values));
    }

    /** Likewise with texts, of type {@link H5Type#variableText}. */
    public final void createTexts(String name, H5Type type, List<String> values) throws IOException {
        Hdf5.checked("create attribute " + name, calls -> {
            List<NativeMemory> texts = new ArrayList<>();
            ByteBuffer references = ByteBuffer.allocate(Long.BYTES * values.size());
            for (String value : values) {
                NativeMemory text = NativeMemory.of(calls, utf8(value));
                texts.add(text);
                references.put(text.reference());
            }
            int status = createList(calls, name, type, values.size(), references.array());
            texts.forEach(NativeMemory::close);
            return status;
        });
    }

    private int createList(Calls calls, String name, H5Type type, int count, byte[] values) {
        long[] size = {count};
        try (Handle space = Handle.space(calls, calls.H5Screate_simple(1, size, size));
                H5Attribute attribute = create(calls, name, type.id(), space.id())) {
            return attribute.write(type.id(), values);
        }
    }

    /** Creates a scalar attribute of type {@link H5Type#variableText}. */
    public final void createText(String name, H5Type type, String value) throws IOException {
        Hdf5.checked("create attribute " + name, calls -> {
            try (NativeMemory memory = NativeMemory.of(calls, utf8(value))) {
                return createScalar(calls, name, type, memory.reference());
            }
        });
    }

    private int createScalar(Calls calls, String name, H5Type type, byte[] value) {
        try (Handle space = Handle.space(calls, calls.H5Screate(SCALAR));
                H5Attribute attribute = create(calls, name, type.id(), space.id())) {
            return attribute.write(type.id(), value);
        }
    }

    private H5Attribute create(Calls calls, String name, long type, long space) {
        return new H5Attribute(calls, calls.H5Acreate2(id, utf8(name), type, space, DEFAULT, DEFAULT));
    }

    /** Rewrites a scalar attribute that is there, which a live reader may see. */
    public final void rewriteAttribute(String name, H5Type type, byte[] value) throws IOException {
        Hdf5.checked("rewrite attribute " + name, calls -> {
            try (H5Attribute attribute = new H5Attribute(calls, calls.H5Aopen(id, utf8(name), DEFAULT))) {
                return attribute.write(type.id(), value);
            }
        });
    }

    /**
     * Rewrites a scalar attribute of type {@link H5Type#variableText} that is there. Its text stands in a heap that
     * live readers of a file may find torn.
     */
    public final void rewriteText(String name, H5Type type, String value) throws IOException {
        Hdf5.checked("rewrite attribute " + name, calls -> {
            try (NativeMemory memory = NativeMemory.of(calls, utf8(value));
                    H5Attribute attribute = new H5Attribute(calls, calls.H5Aopen(id, utf8(name), DEFAULT))) {
                return attribute.write(type.id(), memory.reference());
            }
        });
    }

    /** Removes an attribute when there is one of that name. */
    public final void removeAttribute(String name) throws IOException {
        Hdf5.checked(
                "replace attribute " + name,
                calls -> isTrue(calls.H5Aexists(id, utf8(name))) ? ok(calls.H5Adelete(id, utf8(name))) : 0);
    }

    /** Copies all attributes of an object to this one, which has none. */
    public final void copyAttributes(H5Object from) throws IOException {
        Hdf5.checked("copy attributes", calls -> {
            from.eachAttribute(attribute -> attribute.withValues(values -> {
                try (H5Attribute copy = create(calls, attribute.name(), values.type(), values.space())) {
                    return copy.write(values.type(), values.raw());
                }
            }));
            return 0;
        });
    }

    /** Whether both objects have the same attributes with the same types and values. */
    public final boolean hasSameAttributes(H5Object other) throws IOException {
        return Hdf5.checked("compare attributes", calls -> {
            long count = ObjectInfo.of(calls, id, ObjectInfo.NUM_ATTRIBUTES).numAttributes();
            boolean same =
                    ObjectInfo.of(calls, other.id, ObjectInfo.NUM_ATTRIBUTES).numAttributes() == count;
            for (long i = 0; i < count && same; i++) {
                try (H5Attribute one = H5Attribute.at(calls, id, i);
                        H5Attribute two = H5Attribute.at(calls, other.id, i)) {
                    same = one.isSame(two);
                }
            }
            return same;
        });
    }

    /** Adds the texts of variable length among the attributes. */
    final void addTextsTo(TextHeap heap) throws IOException {
        eachAttribute(attribute -> attribute.addTo(heap));
    }

    private void eachAttribute(IoConsumer<H5Attribute> use) throws IOException {
        Hdf5.checked("read attributes", calls -> {
            long count = ObjectInfo.of(calls, id, ObjectInfo.NUM_ATTRIBUTES).numAttributes();
            for (long i = 0; i < count; i++) {
                try (H5Attribute attribute = H5Attribute.at(calls, id, i)) {
                    use.accept(attribute);
                }
            }
            return count;
        });
    }
}
