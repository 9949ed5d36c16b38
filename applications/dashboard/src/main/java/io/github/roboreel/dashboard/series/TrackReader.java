package io.github.roboreel.dashboard.series;

import io.github.roboreel.dashboard.series.Tracks.Camera;
import io.github.roboreel.dashboard.series.Tracks.Track;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reader of {@link Tracks} of a demo, in a worker. */
final class TrackReader {
    private static final String RIGID_OBJECTS = DemoPaths.STATES + "/rigid_object";
    private static final String CAMERAS = DemoPaths.INITIAL_STATE + "/cameras";
    private static final String POSE = "/root_pose";
    private static final String POSITION = "/position";
    private static final String ORIENTATION = "/orientation";
    private static final int AXES = 3;
    private static final int CORNERS = 8;
    private static final double MM = 1000;

    /** Steps of one answer. */
    private static final long MAX_STEPS = 4000;

    /** Numbers of one answer, so that a scene of a hundred objects stays a page. */
    private static final long MAX_NUMBERS = 1_500_000;

    private static final int MAX_OBJECTS = 256;
    private static final int BATCH_ROWS = 8192;

    private final EpisodeReader demo;
    private final List<Long> steps = new ArrayList<>();

    private TrackReader(EpisodeReader demo) {
        this.demo = demo;
    }

    /** Of every so manieth step; of fewer where that were too many. */
    static Tracks read(EpisodeReader demo, long wantedStride) throws IOException {
        List<String> paths = demo.paths();
        Map<String, String> objects = objects(paths);
        long rows = demo.numSamples();
        long numbersPerStep = AXES + objects.size() * (long) (AXES + AXES * CORNERS);
        long most = Math.max(2, Math.min(MAX_STEPS, MAX_NUMBERS / numbersPerStep));
        long stride = Math.max(Math.max(1, wantedStride), (rows + most - 1) / most);
        TrackReader reader = new TrackReader(demo);
        for (long step = 0; step < rows; step += stride) {
            reader.steps.add(step);
        }
        List<Track> tracks = new ArrayList<>();
        for (Map.Entry<String, String> object : objects.entrySet()) {
            String box = DemoPaths.in(DemoPaths.BBOX_MM, object.getKey());
            List<List<Double>> positions = reader.points(object.getValue());
            tracks.add(new Track(object.getKey(), positions, paths.contains(box) ? reader.boxes(box) : null));
        }
        boolean hasEe = paths.contains(DemoPaths.EE_POSITION);
        List<List<Double>> ee = hasEe ? reader.points(DemoPaths.EE_POSITION) : List.of();
        return new Tracks(reader.steps, ee, tracks, reader.cameras(paths));
    }

    /** Path of the positions of each object: its pose, else the centre of its box. */
    private static Map<String, String> objects(List<String> paths) {
        Map<String, String> objects = new TreeMap<>();
        for (String path : paths) {
            if (objects.size() < MAX_OBJECTS && DemoPaths.isIn(DemoPaths.BBOX_CENTROID, path)) {
                objects.put(DemoPaths.below(DemoPaths.BBOX_CENTROID, path), path);
            }
        }
        for (String path : paths) {
            if (objects.size() < MAX_OBJECTS && DemoPaths.isIn(RIGID_OBJECTS, path) && path.endsWith(POSE)) {
                String name = DemoPaths.below(RIGID_OBJECTS, path);
                objects.put(name.substring(0, name.length() - POSE.length()), path);
            }
        }
        return objects;
    }

    /** The first three values of the rows. */
    private List<List<Double>> points(String path) throws IOException {
        List<List<Double>> points = new ArrayList<>();
        eachStep(path, AXES, (row, at) -> points.add(point(row, at, 1)));
        return points;
    }

    private List<List<List<Double>>> boxes(String path) throws IOException {
        List<List<List<Double>>> boxes = new ArrayList<>();
        eachStep(path, AXES * CORNERS, (row, at) -> {
            List<List<Double>> corners = new ArrayList<>();
            for (int corner = 0; corner < CORNERS; corner++) {
                corners.add(point(row, at + corner * AXES, MM));
            }
            boxes.add(corners);
        });
        return boxes.isEmpty() ? null : boxes;
    }

    /** To a tenth of a millimetre; null for an unknown place. */
    private static List<Double> point(double[] values, int at, double unitsPerMetre) {
        List<Double> point = new ArrayList<>();
        for (int axis = 0; axis < AXES; axis++) {
            double metres = values[at + axis] / unitsPerMetre;
            if (!Double.isFinite(metres)) {
                return null;
            }
            point.add(Math.round(metres * 1e4) / 1e4);
        }
        return point;
    }

    @FunctionalInterface
    private interface Row {
        void take(double[] values, int at);
    }

    /** A field of fewer rows or values has no place after them. */
    private void eachStep(String path, int values, Row take) throws IOException {
        DatasetInfo info = demo.info(path);
        int width = Math.toIntExact(info.rowElements());
        if (width < values || info.dtype().isText()) {
            return;
        }
        double[] batch = new double[0];
        long first = 0;
        for (long step : steps) {
            if (step >= info.rows()) {
                return;
            }
            if (step >= first + batch.length / width) {
                first = step;
                batch = demo.readDoubles(path, first, Math.min(info.rows(), first + BATCH_ROWS));
            }
            take.take(batch, (int) (step - first) * width);
        }
    }

    private List<Camera> cameras(List<String> paths) throws IOException {
        List<Camera> cameras = new ArrayList<>();
        for (String path : paths) {
            boolean isPosition = DemoPaths.isIn(CAMERAS, path) && path.endsWith(POSITION);
            if (isPosition && demo.info(path).rows() > 0 && demo.info(path).rowElements() == AXES) {
                String camera = path.substring(0, path.length() - POSITION.length());
                List<Double> position = point(lastRow(path), 0, 1);
                String orientation = camera + ORIENTATION;
                cameras.add(new Camera(
                        DemoPaths.below(CAMERAS, camera),
                        position,
                        paths.contains(orientation) ? values(lastRow(orientation)) : null));
            }
        }
        return cameras;
    }

    /** The last row of a reset is that from which the episode started. */
    private double[] lastRow(String path) throws IOException {
        long rows = demo.info(path).rows();
        return rows == 0 ? new double[0] : demo.readDoubles(path, rows - 1, rows);
    }

    private static List<Double> values(double[] row) {
        List<Double> values = new ArrayList<>();
        for (double value : row) {
            values.add(Double.isFinite(value) ? value : null);
        }
        return values;
    }
}
