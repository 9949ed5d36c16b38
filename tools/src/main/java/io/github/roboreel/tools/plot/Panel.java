package io.github.roboreel.tools.plot;

import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import org.jfree.chart.ChartRenderingInfo;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;

/**
 * One chart of a figure.
 *
 * @param chart what to draw
 * @param equalScale whether both axes show the same length as the same distance
 */
record Panel(JFreeChart chart, boolean equalScale) {
    void draw(Graphics2D g, Rectangle2D area) {
        if (equalScale) {
            equalise(g, area);
        }
        chart.draw(g, area);
    }

    /** The room that labels leave is known only after a first drawing, which is painted over. */
    private void equalise(Graphics2D g, Rectangle2D area) {
        ChartRenderingInfo info = new ChartRenderingInfo();
        chart.draw(g, area, info);
        Rectangle2D data = info.getPlotInfo().getDataArea();
        XYPlot plot = chart.getXYPlot();
        double perPixel = Math.max(
                plot.getDomainAxis().getRange().getLength() / data.getWidth(),
                plot.getRangeAxis().getRange().getLength() / data.getHeight());
        widen(plot.getDomainAxis(), perPixel * data.getWidth());
        widen(plot.getRangeAxis(), perPixel * data.getHeight());
    }

    private static void widen(ValueAxis axis, double length) {
        double centre = axis.getRange().getCentralValue();
        axis.setRange(centre - length / 2, centre + length / 2);
    }
}
