package io.github.roboreel.recorder.schema;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.FieldSignal;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.names.KnownNames;
import io.github.roboreel.recorder.config.ConfigException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The fields of an episode, fixed for a run. Immutable and safe to share.
 *
 * <p>Every schema holds {@link DemoPaths#SIM_TIME} and {@link DemoPaths#WALL_TIME}: the recorder adds them where they
 * are not declared, and fills them for a step that does not give them.
 */
public final class FieldSchema {
    private static final List<FieldSpec> TIMESTAMPS = List.of(
            FieldSpec.step(DemoPaths.SIM_TIME, DType.FLOAT64).withUnit("s"),
            FieldSpec.step(DemoPaths.WALL_TIME, DType.INT64).withUnit("ns"));

    private final Map<FieldPhase, RowLayout> layouts = new EnumMap<>(FieldPhase.class);
    private final Map<String, Field> byPath = new HashMap<>();
    private final List<FieldSpec> specs;

    private FieldSchema(FieldSchema other, List<FieldSpec> specs) {
        this.specs = List.copyOf(specs);
        layouts.putAll(other.layouts);
        byPath.putAll(other.byPath);
    }

    private FieldSchema(List<FieldSpec> specs) {
        this.specs = List.copyOf(specs);
        for (FieldPhase phase : FieldPhase.values()) {
            RowLayout layout =
                    RowLayout.of(specs.stream().filter(s -> s.phase() == phase).toList());
            layouts.put(phase, layout);
            layout.fields().forEach(f -> byPath.put(f.spec().path(), f));
        }
    }

    /**
     * A schema of these fields, plus timestamps where they are not among them.
     *
     * @param fields in the order in which rows hold them
     * @throws IllegalArgumentException when two fields have one path, or one path lies inside another field's
     */
    public static FieldSchema of(Collection<FieldSpec> fields) {
        List<FieldSpec> all = new ArrayList<>(fields);
        for (FieldSpec stamp : TIMESTAMPS) {
            if (all.stream().noneMatch(f -> f.path().equals(stamp.path()))) {
                all.add(stamp);
            }
        }
        SchemaRules.check(all);
        return new FieldSchema(all);
    }

    /** As {@link #of(Collection)}. */
    public static FieldSchema of(FieldSpec... fields) {
        return of(Arrays.asList(fields));
    }

    /**
     * Reads a schema file (see {@code config/schema}).
     *
     * @param yamlFile a list {@code fields} of at least one field
     * @throws ConfigException naming the file and every fault in it
     */
    public static FieldSchema load(Path yamlFile) {
        return load(yamlFile, Map.of());
    }

    /**
     * Reads a schema file, in which one entry may stand for several fields.
     *
     * @param yamlFile a list {@code fields} of at least one field
     * @param placeholders what takes, in a field each, the place of a text in an entry's path, for example
     *     {@code <object>}
     * @throws ConfigException naming the file and every fault in it
     */
    public static FieldSchema load(Path yamlFile, Map<String, ? extends Collection<String>> placeholders) {
        List<FieldSpec> fields = SchemaFile.read(yamlFile, placeholders);
        try {
            return of(fields);
        } catch (IllegalArgumentException e) {
            throw new ConfigException(yamlFile.toString(), e.getMessage(), e);
        }
    }

    /**
     * Refuses paths that the format reserves, or reads as of another phase. Opening a recording does; what was recorded
     * before stays readable.
     *
     * @throws IllegalArgumentException naming every one of them
     */
    public void requireRecordable() {
        SchemaRules.requireRecordable(specs);
    }

    /**
     * The same schema, in which a field says what its elements are. Handles of either are handles of both, and their
     * {@link Field#spec} is that of the first; {@link #specs} has what is said.
     *
     * @param path of a field, as declared
     * @throws IllegalArgumentException when there is none, or it cannot be said of it
     */
    public FieldSchema with(String path, FieldSignal signal) {
        FieldSpec said = field(path).spec().with(signal);
        return new FieldSchema(
                this,
                specs.stream()
                        .map(spec -> spec.path().equals(path) ? said : spec)
                        .toList());
    }

    /** All declarations in order, timestamps included. */
    public List<FieldSpec> specs() {
        return specs;
    }

    /** The declarations that become datasets of the demo, in order. */
    public List<FieldSpec> storedSpecs() {
        return specs.stream().filter(FieldSpec::stored).toList();
    }

    /**
     * The dictionary of the stored fields, for {@link AttributeNames#SIGNALS}: what each says, by its path. Empty when
     * none says more than unit and frame, which the datasets have.
     */
    public Map<String, Object> signals() {
        if (storedSpecs().stream().allMatch(spec -> spec.signal().isEmpty() && !spec.noiseFree())) {
            return Map.of();
        }
        Map<String, Object> signals = new LinkedHashMap<>();
        storedSpecs().forEach(spec -> signals.put(spec.path(), spec.described()));
        signals.values().removeIf(said -> ((Map<?, ?>) said).isEmpty());
        return signals;
    }

    /**
     * The handle of the field with that path; get it once and use it with every step.
     *
     * @param path as declared, for example {@code obs/gripper_pos}
     * @throws IllegalArgumentException when there is none; the message lists those that are alike
     */
    public Field field(String path) {
        Field field = byPath.get(path);
        if (field == null) {
            throw new IllegalArgumentException(Sentence.of(
                    "field '%s' is not in the schema; %s",
                    path,
                    KnownNames.hint(path, byPath.keySet().stream().sorted().toList())));
        }
        return field;
    }

    /** Whether a field with that path exists. */
    public boolean has(String path) {
        return byPath.containsKey(path);
    }

    /** The layout of the rows of one phase. */
    public RowLayout layout(FieldPhase phase) {
        return layouts.get(phase);
    }

    /** Images of the phase that has most of them. */
    public int maxImages() {
        return layouts.values().stream().mapToInt(l -> l.images().size()).max().orElse(0);
    }

    /** Whether the handle is of this schema; one of an equal schema is not. */
    public boolean owns(Field field) {
        return byPath.get(field.spec().path()) == field;
    }
}
