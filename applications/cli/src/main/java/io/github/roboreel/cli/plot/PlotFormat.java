package io.github.roboreel.cli.plot;

import io.github.roboreel.format.fault.OptionalLibrary;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import javax.imageio.ImageIO;

/** File format of pictures. */
enum PlotFormat {
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
            OptionalLibrary.BATIK.require();
            SvgFile.write(figure, out);
        }
    },

    /** One page of the picture's size, with texts that can be searched for. */
    PDF {
        @Override
        void write(Figure figure, OutputStream out) throws IOException {
            OptionalLibrary.PDFBOX.require();
            PdfFile.write(figure, out);
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

    /** Writes one picture and leaves the stream open. */
    abstract void write(Figure figure, OutputStream out) throws IOException;
}
