package io.github.roboreel.cli.plot;

import java.awt.Color;
import java.awt.Shape;
import java.awt.Stroke;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.renderer.xy.XYItemRenderer;
import org.jfree.chart.renderer.xy.XYLineAndShapeRenderer;
import org.jfree.chart.renderer.xy.XYStepRenderer;
import org.jfree.data.xy.DefaultXYDataset;

/** Puts lines and markers into a plot; what is put in later is drawn on top. */
final class Series {
    private Series() {}

    static void line(XYPlot plot, double[] x, double[] y, Color color, Stroke stroke) {
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(true, false);
        renderer.setDrawSeriesLineAsPath(true);
        renderer.setSeriesPaint(0, color);
        renderer.setSeriesStroke(0, stroke);
        add(plot, x, y, renderer);
    }

    /** Each value holds until the next one. */
    static void steps(XYPlot plot, double[] x, double[] y, Color color, Stroke stroke) {
        XYStepRenderer renderer = new XYStepRenderer();
        renderer.setStepPoint(1);
        renderer.setSeriesPaint(0, color);
        renderer.setSeriesStroke(0, stroke);
        add(plot, x, y, renderer);
    }

    static void markers(XYPlot plot, double[] x, double[] y, Color color, Shape shape, boolean filled) {
        XYLineAndShapeRenderer renderer = new XYLineAndShapeRenderer(false, true);
        renderer.setSeriesShape(0, shape);
        renderer.setSeriesShapesFilled(0, filled);
        renderer.setSeriesPaint(0, color);
        renderer.setSeriesOutlineStroke(0, PlotLook.LINE);
        renderer.setDrawOutlines(true);
        renderer.setUseFillPaint(false);
        add(plot, x, y, renderer);
    }

    private static void add(XYPlot plot, double[] x, double[] y, XYItemRenderer renderer) {
        DefaultXYDataset data = new DefaultXYDataset();
        data.addSeries("", new double[][] {finite(x), finite(y)});
        int index = plot.getDatasetCount();
        plot.setDataset(index, data);
        plot.setRenderer(index, renderer);
    }

    /** An infinite value would stretch the axis without end; a gap shows that one is missing. */
    private static double[] finite(double[] values) {
        double[] result = values.clone();
        for (int i = 0; i < result.length; i++) {
            if (Double.isInfinite(result[i])) {
                result[i] = Double.NaN;
            }
        }
        return result;
    }
}
