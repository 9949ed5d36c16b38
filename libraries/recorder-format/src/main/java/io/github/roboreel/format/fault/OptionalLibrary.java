package io.github.roboreel.format.fault;

import io.github.roboreel.format.fault.RoboReelException.Kind;

/** Libraries that an installation may lack: the wheel of the Python package brings them as extras. Any thread. */
public enum OptionalLibrary {
    /** Tables of SQL, and Parquet files of LeRobot. */
    DUCKDB("DuckDB", "sql", "org.duckdb.DuckDBDriver"),
    /** Minari's Arrow datasets. */
    ARROW("Arrow", "sql", "org.apache.arrow.memory.BufferAllocator"),
    /** Figures as PDF. */
    PDFBOX("PDFBox", "plot", "org.apache.pdfbox.pdmodel.PDDocument"),
    /** Figures as SVG. */
    BATIK("Batik", "plot", "org.apache.batik.svggen.SVGGraphics2D");

    /** System property of an installation: how an extra is added, with {@code %s} for its name. */
    public static final String INSTALL_PROPERTY = "roboreel.install_extra";

    private final String label;
    private final String extra;
    private final String className;

    OptionalLibrary(String label, String extra, String className) {
        this.label = label;
        this.extra = extra;
        this.className = className;
    }

    /**
     * Refuses work that needs it.
     *
     * @throws RoboReelException naming what is to be installed, when it is not there
     */
    public void require() {
        try {
            Class.forName(className, false, OptionalLibrary.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            String how = System.getProperty(INSTALL_PROPERTY);
            throw new RoboReelException(
                    Kind.UNSUPPORTED,
                    Sentence.of(
                            "this needs %s, which this installation has not; %s",
                            label, how == null ? "add its jar to the class path" : "run " + how.replace("%s", extra)),
                    e);
        }
    }
}
