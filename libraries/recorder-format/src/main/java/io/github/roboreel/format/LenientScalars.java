package io.github.roboreel.format;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.github.roboreel.format.fault.IoFunction;
import java.io.IOException;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * Texts, numbers and booleans of a record that are null where the document has something else; maps in little memory.
 */
final class LenientScalars extends SimpleModule {
    private static final long serialVersionUID = 1L;

    /** Texts of many lines are few: equal ones are kept once. A race costs no more than a copy. */
    private static final String[] RECENT = new String[1024];

    LenientScalars() {
        add(String.class, parser -> parser.hasToken(JsonToken.VALUE_STRING) ? shared(parser.getText()) : null);
        addDeserializer(Boolean.class, new Verdict());
        add(Double.class, LenientScalars::number);
        add(Integer.class, parser -> {
            Long whole = whole(parser);
            return whole != null && whole == whole.intValue() ? (Integer) whole.intValue() : null;
        });
        add(Long.class, LenientScalars::whole);
        addAbstractTypeMapping(Map.class, SmallMap.class);
        addDeserializer(long.class, new Scalar<>(Long.class, LenientScalars::whole, 0L));
    }

    private <T> void add(Class<T> type, IoFunction<JsonParser, T> reading) {
        addDeserializer(type, new Scalar<>(type, reading, null));
    }

    private static Double number(JsonParser parser) throws IOException {
        if (!parser.currentToken().isNumeric()) {
            return null;
        }
        double value = parser.getDoubleValue();
        return Double.isFinite(value) ? (Double) value : null;
    }

    /** Older files have numbers as texts. */
    private static Long whole(JsonParser parser) throws IOException {
        if (parser.hasToken(JsonToken.VALUE_NUMBER_INT)) {
            return parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER ? null : (Long) parser.getLongValue();
        }
        if (parser.hasToken(JsonToken.VALUE_STRING)) {
            return parser.getText().matches("-?\\d{1,9}") ? Long.valueOf(parser.getText()) : null;
        }
        Double number = number(parser);
        boolean isWhole = number != null && number == Math.rint(number) && Math.abs(number) <= 1L << 53;
        return isWhole ? (Long) number.longValue() : null;
    }

    private static String shared(String text) {
        int place = (text.hashCode() * 0x9E3779B9) >>> 22;
        String recent = RECENT[place];
        if (text.equals(recent)) {
            return recent;
        }
        RECENT[place] = text;
        return text;
    }

    /** A value of another type is kept among the other fields, for who is to say what it was. */
    private static final class Verdict extends StdDeserializer<Boolean> {
        private static final long serialVersionUID = 1L;

        Verdict() {
            super(Boolean.class);
        }

        @Override
        public Boolean deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (parser.currentToken().isBoolean()) {
                return parser.getBooleanValue();
            }
            String name = parser.currentName();
            LenientJson.keep(context, name, context.readTree(parser));
            return null;
        }
    }

    private static final class Scalar<T> extends StdDeserializer<T> {
        private static final long serialVersionUID = 1L;
        private final transient IoFunction<JsonParser, T> reading;
        private final transient T absent;

        /** @param absent what stands for a value that is missing, null or of another type */
        Scalar(Class<T> type, IoFunction<JsonParser, T> reading, T absent) {
            super(type);
            this.reading = reading;
            this.absent = absent;
        }

        @Override
        public T getNullValue(DeserializationContext context) {
            return absent;
        }

        @Override
        public T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            if (parser.currentToken().isStructStart()) {
                parser.skipChildren();
                return absent;
            }
            T value = reading.apply(parser);
            return value == null ? absent : value;
        }
    }

    /**
     * Map of a few names in the order in which they were put, in half of a {@link LinkedHashMap}'s memory: a folder has
     * a hundred thousand lines with three of them each. Entries cannot be removed. For one thread while it is filled.
     *
     * @param <V> type of the values
     */
    static final class SmallMap<V> extends AbstractMap<String, V> {
        private static final int MAX_SEARCHED = 32;
        private static final int GROWTH = 8;

        /** Name and value by turns. */
        private Object[] entries = new Object[0];

        private int size;

        /** All of them, once there are too many to search through. */
        private Map<String, V> many;

        @Override
        public V put(String name, V value) {
            if (many != null) {
                return many.put(name, value);
            }
            int at = indexOf(name);
            if (at >= 0) {
                V before = value(at);
                entries[at + 1] = value;
                return before;
            }
            if (size == MAX_SEARCHED) {
                many = new LinkedHashMap<>(this);
                entries = null;
                return many.put(name, value);
            }
            if (2 * size == entries.length) {
                entries = Arrays.copyOf(entries, entries.length + GROWTH);
            }
            entries[2 * size] = name;
            entries[2 * size + 1] = value;
            size++;
            return null;
        }

        private int indexOf(Object name) {
            for (int i = 0; i < 2 * size; i += 2) {
                if (entries[i].equals(name)) {
                    return i;
                }
            }
            return -1;
        }

        @SuppressWarnings("unchecked")
        private V value(int at) {
            return (V) entries[at + 1];
        }

        @Override
        public V get(Object name) {
            if (many != null) {
                return many.get(name);
            }
            int at = indexOf(name);
            return at < 0 ? null : value(at);
        }

        @Override
        public boolean containsKey(Object name) {
            return many == null ? indexOf(name) >= 0 : many.containsKey(name);
        }

        @Override
        public Set<Map.Entry<String, V>> entrySet() {
            return many == null ? new Entries() : many.entrySet();
        }

        private final class Entries extends AbstractSet<Map.Entry<String, V>> {
            @Override
            public int size() {
                return size;
            }

            @Override
            public Iterator<Map.Entry<String, V>> iterator() {
                return new Iterator<>() {
                    private int next;

                    @Override
                    public boolean hasNext() {
                        return next < size;
                    }

                    @Override
                    public Map.Entry<String, V> next() {
                        if (next == size) {
                            throw new NoSuchElementException();
                        }
                        int at = 2 * next++;
                        return new SimpleImmutableEntry<>((String) entries[at], value(at));
                    }
                };
            }
        }
    }
}
