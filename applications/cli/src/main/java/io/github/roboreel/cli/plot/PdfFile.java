package io.github.roboreel.cli.plot;

import de.rototor.pdfbox.graphics2d.PdfBoxGraphics2D;
import de.rototor.pdfbox.graphics2d.PdfBoxGraphics2DFontTextDrawer;
import java.awt.Font;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType0Font;

/** A figure as PDF, by PDFBox, which an installation may lack. */
final class PdfFile {
    private PdfFile() {}

    static void write(Figure figure, OutputStream out) throws IOException {
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
