package io.github.roboreel.tools.plot;

import de.rototor.pdfbox.graphics2d.PdfBoxGraphics2DFontTextDrawer;
import java.awt.Font;
import java.io.IOException;
import java.io.InputStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType0Font;

/**
 * Font of all texts in a PDF, part of the file, so that every reader and printer shows the same. Texts with a letter
 * that it lacks are drawn as shapes.
 */
final class EmbeddedFont extends PdfBoxGraphics2DFontTextDrawer {
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
