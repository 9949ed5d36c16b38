package io.github.roboreel.cli.plot;

import de.rototor.pdfbox.graphics2d.PdfBoxGraphics2D;
import de.rototor.pdfbox.graphics2d.PdfBoxGraphics2DFontTextDrawer;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGraphics2D;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.w3c.dom.Document;

/** File format of pictures. */
public enum PlotFormat {
    /** Pixels, {@link Figure#PIXELS_PER_POINT} per point each way. */
    PNG {
        @Override
        void write(Figure figure, OutputStream out) throws IOException {
            BufferedImage image = figure.render();
            if (!ImageIO.write(image, "png", out)) {
                throw new IOException("this Java cannot write PNG files; use a complete JRE");
            }
        }
    },

    /** Lines and texts that stay texts; a unit is a point. */
    SVG {
        @Override
        void write(Figure figure, OutputStream out) throws IOException {
            SVGGraphics2D g = new SVGGraphics2D(emptyDocument());
            g.setSVGCanvasSize(new Dimension(figure.width(), figure.height()));
            figure.draw(g);
            Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
            boolean useCss = true;
            g.stream(writer, useCss);
            writer.flush();
        }

        private Document emptyDocument() throws IOException {
            try {
                return DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .getDOMImplementation()
                        .createDocument("http://www.w3.org/2000/svg", "svg", null);
            } catch (ParserConfigurationException e) {
                throw new IOException("this Java has no XML: " + e.getMessage(), e);
            }
        }
    },

    /** One page of the picture's size, with texts that can be searched for. */
    PDF {
        @Override
        void write(Figure figure, OutputStream out) throws IOException {
            try (PDDocument document = new PDDocument()) {
                PDPage page = new PDPage(new PDRectangle(figure.width(), figure.height()));
                document.addPage(page);
                PdfBoxGraphics2D g = new PdfBoxGraphics2D(document, figure.width(), figure.height());
                g.setFontTextDrawer(new EmbeddedFont(document));
                figure.draw(g);
                g.dispose();
                try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                    content.drawForm(g.getXFormObject());
                }
                document.save(out);
            }
        }
    };

    /** By which its name is given: {@code png}, {@code svg} or {@code pdf}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** How names of its files end. */
    String suffix() {
        return "." + label();
    }

    /** All labels, the usual one first. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(PlotFormat::label).toList();
    }

    /** Writes one picture and leaves the stream open. */
    abstract void write(Figure figure, OutputStream out) throws IOException;

    /**
     * Font of all texts in a PDF, part of the file, so that every reader and printer shows the same. Texts with a
     * letter that it lacks are drawn as shapes.
     */
    static final class EmbeddedFont extends PdfBoxGraphics2DFontTextDrawer {
        private static final String LIBERATION_SANS = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";

        private final PDFont font;

        EmbeddedFont(PDDocument document) throws IOException {
            try (InputStream file = PDDocument.class.getResourceAsStream(LIBERATION_SANS)) {
                if (file == null) {
                    throw new IOException("PDFBox lacks its font " + LIBERATION_SANS);
                }
                font = PDType0Font.load(document, file);
            }
        }

        @Override
        protected PDFont mapFont(Font wanted, IFontTextDrawerEnv env) {
            return font;
        }
    }
}
