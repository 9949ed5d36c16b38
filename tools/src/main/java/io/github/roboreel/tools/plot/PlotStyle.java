package io.github.roboreel.tools.plot;

/**
 * Form in which pictures are written. Immutable.
 *
 * @param format of the files
 * @param titles whether title and subtitle are part of the picture
 */
public record PlotStyle(PlotFormat format, boolean titles) {
    /** PNG with titles. */
    public static final PlotStyle DEFAULT = new PlotStyle(PlotFormat.PNG, true);
}
