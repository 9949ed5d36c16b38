package io.github.roboreel.recorder.schema;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.FieldSignal;
import io.github.roboreel.format.fault.Sentence;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Declares one quantity of an episode: everything else (slot layout, dataset, staging) follows.
 *
 * @param path dataset path below the demo group, for example {@code ee_pose/position}; names of ASCII letters, digits,
 *     {@code _}, {@code -} and {@code .}, up to 255 characters each and 1024 in all; names that differ by case only are
 *     different fields
 * @param dtype element type
 * @param shape shape of one row; empty for a scalar
 * @param unit unit of the values, for example {@code rad} or {@code m}; empty when there is none
 * @param frame reference frame: {@code env}, {@code world}, {@code joint}; empty when none applies
 * @param phase when the field is given
 * @param image whether a row is a frame of shape (height, width, channels) that travels in a pooled buffer and is
 *     stored by itself: a colour picture, uint8, or a depth image, uint16 or float32 of one channel
 * @param nonFiniteAllowed whether NaN and infinities are data; otherwise they are refused
 * @param stored whether it becomes a dataset of the demo; false only for an image that other sinks want, a video for
 *     example
 * @param video which video shows it: {@code sensor}, {@code viewport} or {@code none}; empty for what the name says,
 *     see {@link VideoRule}
 * @param noiseFree whether the pictures hold no noise, neither a sensor's nor that of random sampling: flat-shaded
 *     renderings, segmentation masks. Values are stored exactly either way; a sink may store such pictures differently,
 *     since neither dtype nor shape tells them apart
 * @param signal names, bounds, units and the like of its elements, for the readers of the recording
 */
public record FieldSpec(
        String path,
        DType dtype,
        List<Integer> shape,
        String unit,
        String frame,
        FieldPhase phase,
        boolean image,
        boolean nonFiniteAllowed,
        boolean stored,
        String video,
        boolean noiseFree,
        FieldSignal signal) {

    private static final Pattern PATH =
            Pattern.compile("(?!\\.{1,2}(/|$))[\\w.-]{1,255}(/(?!\\.{1,2}(/|$))[\\w.-]{1,255})*+");
    private static final int MAX_PATH_CHARS = 1024;

    /** Checks the combination. */
    public FieldSpec {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(dtype, "dtype");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(frame, "frame");
        Objects.requireNonNull(phase, "phase");
        Objects.requireNonNull(video, "video");
        Objects.requireNonNull(signal, "signal");
        shape = List.copyOf(shape);
        require(
                path.length() <= MAX_PATH_CHARS && PATH.matcher(path).matches(),
                path,
                "is not a path of names joined by '/'; use ASCII letters, digits, '_', '-' and '.',"
                        + " up to 255 a name and 1024 in all");
        TextRules.requireName("unit of field '" + path + "'", unit);
        TextRules.requireName("frame of field '" + path + "'", frame);
        for (int size : shape) {
            require(size > 0, path, "has shape " + shape + "; every size must be at least 1");
        }
        require(elements(shape) <= Integer.MAX_VALUE / 8, path, "has shape " + shape + ", too large for one row");
        require(
                !image || canBeImage(dtype, shape),
                path,
                Sentence.of(
                        "is an image and must be uint8 of shape [height, width, channels], or uint16 or float32 of "
                                + "shape [height, width, 1]; given %s %s",
                        dtype.label(), shape));
        require(
                !dtype.isText() || shape.size() == 1,
                path,
                "is a text and must have one axis, the most bytes that it takes; given " + shape);
        require(stored || image, path, "is not stored; only an image may be left out of the run file");
        require(
                video.isEmpty() || VideoRule.CHOICES.contains(video),
                path,
                Sentence.of(
                        "is to be in video '%s'; expected one of %s",
                        TextRules.shown(video), String.join(", ", VideoRule.CHOICES)));
        require(
                video.isEmpty() || VideoRule.isShowable(dtype, shape, phase, image),
                path,
                Sentence.of(
                        "says which video shows it, but none can show %s %s of phase %s; expected a per-step uint8 "
                                + "image of 1, 3 or 4 channels",
                        dtype.label(), shape, phase.label()));
        require(
                !noiseFree || image,
                path,
                Sentence.of(
                        "is said to be free of noise, which only an image can be; given %s %s that is none",
                        dtype.label(), shape));
        requireSignal(path, dtype, shape, image, signal);
    }

    private static void requireSignal(
            String path, DType dtype, List<Integer> shape, boolean image, FieldSignal signal) {
        require(!image || signal.isEmpty(), path, "is an image, whose elements have neither names nor bounds");
        signal.names().forEach(name -> TextRules.requireName("element name of field '" + path + "'", name));
        signal.units().forEach(unit -> TextRules.requireName("unit of field '" + path + "'", unit));
        try {
            signal.requireFits(dtype, shape);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("field '" + TextRules.shown(path) + "' " + e.getMessage(), e);
        }
    }

    /** A field of whose elements nothing is said. */
    public FieldSpec(
            String path,
            DType dtype,
            List<Integer> shape,
            String unit,
            String frame,
            FieldPhase phase,
            boolean image,
            boolean nonFiniteAllowed,
            boolean stored,
            String video,
            boolean noiseFree) {
        this(
                path,
                dtype,
                shape,
                unit,
                frame,
                phase,
                image,
                nonFiniteAllowed,
                stored,
                video,
                noiseFree,
                FieldSignal.NONE);
    }

    /** A field that is in the video that its name says, with noise if it is an image. */
    public FieldSpec(
            String path,
            DType dtype,
            List<Integer> shape,
            String unit,
            String frame,
            FieldPhase phase,
            boolean image,
            boolean nonFiniteAllowed,
            boolean stored) {
        this(path, dtype, shape, unit, frame, phase, image, nonFiniteAllowed, stored, "", false);
    }

    /**
     * A per-step field of the given row shape (none for a scalar), without unit or frame.
     *
     * @param path of the dataset below the demo, for example {@code obs/gripper_pos}
     * @param dtype of one element, in memory and on disk
     * @param shape of one row, for example 7, or 4, 4; none for a scalar
     */
    public static FieldSpec step(String path, DType dtype, Integer... shape) {
        return of(path, dtype, FieldPhase.STEP, false, shape);
    }

    /**
     * A field given once, with {@code begin}.
     *
     * @param path of the dataset below the demo, for example {@code obs/gripper_pos}
     * @param dtype of one element, in memory and on disk
     * @param shape of one row, for example 7, or 4, 4; none for a scalar
     */
    public static FieldSpec initial(String path, DType dtype, Integer... shape) {
        return of(path, dtype, FieldPhase.INITIAL, false, shape);
    }

    /**
     * A field given at most once, with {@code end}.
     *
     * @param path of the dataset below the demo, for example {@code obs/gripper_pos}
     * @param dtype of one element, in memory and on disk
     * @param shape of one row, for example 7, or 4, 4; none for a scalar
     */
    public static FieldSpec finalObservation(String path, DType dtype, Integer... shape) {
        return of(path, dtype, FieldPhase.FINAL, false, shape);
    }

    /**
     * A per-step RGB image, uint8 of shape (height, width, 3).
     *
     * @param path of the dataset below the demo, for example {@code obs/wrist_camera}
     * @param height pixels
     * @param width pixels
     */
    public static FieldSpec image(String path, int height, int width) {
        return of(path, DType.UINT8, FieldPhase.STEP, true, height, width, 3);
    }

    /**
     * A per-step image of shape (height, width, channels): a picture, uint8 of 1 (grey), 3 (RGB) or 4 (RGBA) channels,
     * or a depth image, uint16 (as a rule millimetres) or float32 (as a rule metres) of 1 channel. Infinite depths need
     * {@link #allowingNonFinite}. No video shows a depth image.
     *
     * @param path of the dataset below the demo, for example {@code obs/wrist_depth}
     * @param height pixels
     * @param width pixels
     * @throws IllegalArgumentException for another combination of type and channels
     */
    public static FieldSpec image(String path, DType dtype, int height, int width, int channels) {
        return of(path, dtype, FieldPhase.STEP, true, height, width, channels);
    }

    /** Whether a field of that type and row shape may be declared as an image. */
    public static boolean canBeImage(DType dtype, List<? extends Number> shape) {
        boolean isDepth = dtype == DType.UINT16 || dtype == DType.FLOAT32;
        return shape.size() == 3
                && (dtype == DType.UINT8 || isDepth && shape.get(2).intValue() == 1);
    }

    /**
     * A per-step text of up to so many bytes of UTF-8.
     *
     * @param path of the dataset below the demo, for example {@code obs/gripper_pos}
     * @param maxBytes size of a row, bytes
     */
    public static FieldSpec text(String path, int maxBytes) {
        return of(path, DType.TEXT, FieldPhase.STEP, false, maxBytes);
    }

    /**
     * The observation after the last action that belongs to this per-step field, given once, with {@code end}: the same
     * type, unit and frame, and {@code final_} before the path, for example {@code final_obs/wrist_camera}. A video
     * takes its last frame from it.
     *
     * @throws IllegalArgumentException for a field that is not given each step
     */
    public FieldSpec finalObservation() {
        require(phase == FieldPhase.STEP, path, "is not given each step, so it has no value after the last action");
        return new FieldSpec(
                DemoPaths.finalOf(path),
                dtype,
                shape,
                unit,
                frame,
                FieldPhase.FINAL,
                image,
                nonFiniteAllowed,
                stored,
                "",
                false,
                signal);
    }

    private static FieldSpec of(String path, DType dtype, FieldPhase phase, boolean image, Integer... shape) {
        return new FieldSpec(path, dtype, List.of(shape), "", "", phase, image, false, true);
    }

    /**
     * The same field with a unit.
     *
     * @param newUnit an SI symbol such as {@code m}, {@code rad} or {@code m/s}; empty when there is none
     */
    public FieldSpec withUnit(String newUnit) {
        return new FieldSpec(
                path, dtype, shape, newUnit, frame, phase, image, nonFiniteAllowed, stored, video, noiseFree, signal);
    }

    /**
     * The same field with a reference frame.
     *
     * @param newFrame {@code env}, {@code world}, {@code joint} or a name of your own; empty when there is none
     */
    public FieldSpec withFrame(String newFrame) {
        return new FieldSpec(
                path, dtype, shape, unit, newFrame, phase, image, nonFiniteAllowed, stored, video, noiseFree, signal);
    }

    /**
     * The same field, accepting NaN and infinities: the run file says so, and {@code check} does not take them for
     * damage.
     */
    public FieldSpec allowingNonFinite() {
        return new FieldSpec(path, dtype, shape, unit, frame, phase, image, true, stored, video, noiseFree, signal);
    }

    /**
     * The same image, shown to every sink but left out of the run file. Opening a recording refuses it where no sink
     * {@linkplain io.github.roboreel.recorder.spi.EpisodeSink#consumes consumes} it.
     */
    public FieldSpec unstored() {
        return new FieldSpec(
                path, dtype, shape, unit, frame, phase, image, nonFiniteAllowed, false, video, noiseFree, signal);
    }

    /**
     * The same image, shown in a video of the caller's choice whatever its name is.
     *
     * @param newVideo {@code sensor}, {@code viewport} or {@code none}
     * @throws IllegalArgumentException for another name, and for what no video can show: anything but a per-step uint8
     *     image of 1, 3 or 4 channels
     */
    public FieldSpec inVideo(String newVideo) {
        return new FieldSpec(
                path, dtype, shape, unit, frame, phase, image, nonFiniteAllowed, stored, newVideo, noiseFree, signal);
    }

    /**
     * The same image, said to hold no noise: a flat-shaded rendering or a segmentation mask, not the picture of a
     * sensor or of a path tracer. Run files then hold a frame per chunk instead of a colour plane, which takes less
     * room for it and more for any other picture.
     *
     * @throws IllegalArgumentException for what is no image
     */
    public FieldSpec withoutNoise() {
        return new FieldSpec(
                path, dtype, shape, unit, frame, phase, image, nonFiniteAllowed, stored, video, true, signal);
    }

    /**
     * The same field with a name for each element, as dashboards, tables and datasets show them.
     *
     * @param names in row-major order, each different, for example of joints
     * @throws IllegalArgumentException when there are more or fewer than elements of a row
     */
    public FieldSpec withNames(String... names) {
        return with(new FieldSignal(
                List.of(names), signal.units(), signal.low(), signal.high(), signal.numValues(), signal.quaternion()));
    }

    /**
     * The same field with a unit for each element, where one for all does not do.
     *
     * @param units in row-major order; an empty text for an element without a unit
     * @throws IllegalArgumentException when there are more or fewer than elements of a row
     */
    public FieldSpec withUnits(String... units) {
        return with(new FieldSignal(
                signal.names(), List.of(units), signal.low(), signal.high(), signal.numValues(), signal.quaternion()));
    }

    /**
     * The same field with bounds that hold for every element. They say what the values mean, such as the range of an
     * actuator; a value outside is recorded as it is, and {@code check} notes it.
     *
     * @param low least value; negative infinity where there is none
     * @param high greatest value; infinity where there is none
     * @throws IllegalArgumentException when the low bound is above the high one
     */
    public FieldSpec withBounds(double low, double high) {
        return withBounds(new double[] {low}, new double[] {high});
    }

    /**
     * As {@link #withBounds(double, double)}, with bounds of their own for each element.
     *
     * @param low in row-major order
     * @param high in row-major order
     */
    public FieldSpec withBounds(double[] low, double[] high) {
        List<Double> lows = Arrays.stream(low).boxed().toList();
        List<Double> highs = Arrays.stream(high).boxed().toList();
        return with(
                new FieldSignal(signal.names(), signal.units(), lows, highs, signal.numValues(), signal.quaternion()));
    }

    /**
     * The same field of whole numbers that are choices, from 0 up, or from the low bound up where there is one.
     *
     * @param numValues how many values each element takes, in row-major order, or one number for all
     * @throws IllegalArgumentException when the dtype cannot hold as many, or there are high bounds
     */
    public FieldSpec withNumValues(long... numValues) {
        List<Long> numbers = Arrays.stream(numValues).boxed().toList();
        return with(new FieldSignal(
                signal.names(), signal.units(), signal.low(), signal.high(), numbers, signal.quaternion()));
    }

    /**
     * The same field, whose rows end in a quaternion of that order. It is stored as it is handed in.
     *
     * @param order {@code wxyz} or {@code xyzw}
     * @throws IllegalArgumentException for another order than was said before, and when the last axis has neither 4
     *     elements nor the 7 of a pose
     */
    public FieldSpec withQuaternion(String order) {
        require(
                signal.quaternion().isEmpty() || signal.quaternion().equals(order),
                path,
                Sentence.of(
                        "has a quaternion of two orders, '%s' and '%s'; say one",
                        signal.quaternion(), TextRules.shown(order)));
        return with(new FieldSignal(
                signal.names(), signal.units(), signal.low(), signal.high(), signal.numValues(), order));
    }

    /**
     * The same field, of whose elements is said what the signal says, and nothing else.
     *
     * @throws IllegalArgumentException when that cannot be said of it
     */
    public FieldSpec with(FieldSignal newSignal) {
        return new FieldSpec(
                path, dtype, shape, unit, frame, phase, image, nonFiniteAllowed, stored, video, noiseFree, newSignal);
    }

    /** As {@link #with}, for what others said of it: the same field where that cannot be said. */
    public FieldSpec withIfPossible(FieldSignal found) {
        try {
            return with(found);
        } catch (IllegalArgumentException e) {
            return this;
        }
    }

    /**
     * What the run's dictionary of signals says of it, by the names of the attributes: what was not said is left out.
     */
    public Map<String, Object> described() {
        Map<String, Object> said = new LinkedHashMap<>();
        said.put(AttributeNames.UNIT, unit);
        said.put(AttributeNames.FRAME, frame);
        said.values().removeIf(""::equals);
        said.putAll(signal.map());
        if (mayBeNonFinite()) {
            said.put(AttributeNames.NON_FINITE_ALLOWED, true);
        }
        if (noiseFree) {
            said.put(AttributeNames.NOISE_FREE, true);
        }
        return said;
    }

    /** Whether rows may hold NaN and infinities: they are allowed, and the type has them. */
    public boolean mayBeNonFinite() {
        return nonFiniteAllowed && dtype.isFloating();
    }

    /** Number of elements in one row. */
    public int elements() {
        return (int) elements(shape);
    }

    /** Size of one row in bytes. */
    public int rowBytes() {
        return elements() * dtype.bytes();
    }

    /** Size in bytes of what is one element on disk, by which compression shuffles: of a text the whole row. */
    public int storedElementBytes() {
        return dtype.isText() ? rowBytes() : dtype.bytes();
    }

    /** Shape of a row on disk, in elements of that size; of a text none. */
    public List<Integer> storedShape() {
        return dtype.isText() ? List.of() : shape;
    }

    /** Dtype and shape as messages show them, for example {@code float32[8]}; of a scalar the dtype only. */
    public String typeText() {
        return shape.isEmpty() ? dtype.label() : dtype.label() + shape;
    }

    private static long elements(List<Integer> shape) {
        double product = shape.stream().mapToDouble(Integer::doubleValue).reduce(1, (a, b) -> a * b);
        return product < Long.MAX_VALUE ? (long) product : Long.MAX_VALUE;
    }

    private static void require(boolean ok, String path, String fault) {
        if (!ok) {
            throw new IllegalArgumentException("field '" + TextRules.shown(path) + "' " + fault);
        }
    }
}
