package io.github.roboreel.cli.plot;

import java.awt.Dimension;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.w3c.dom.Document;

/** A figure as SVG, by Batik, which an installation may lack. */
final class SvgFile {
    private SvgFile() {}

    static void write(Figure figure, OutputStream out) throws IOException {
        SVGGraphics2D g = new SVGGraphics2D(emptyDocument());
        g.setSVGCanvasSize(new Dimension(figure.width(), figure.height()));
        figure.draw(g);
        Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        boolean useCss = true;
        g.stream(writer, useCss);
        writer.flush();
    }

    private static Document emptyDocument() throws IOException {
        try {
            return DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .getDOMImplementation()
                    .createDocument("http://www.w3.org/2000/svg", "svg", null);
        } catch (ParserConfigurationException e) {
            throw new IOException("this Java has no XML: " + e.getMessage(), e);
        }
    }
}
