package io.github.roboreel.cli.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.plot.Comparison.TaskRate;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.confidence.RateInterval;
import java.awt.Color;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** Comparisons of two folders, read back from the files they are written to. */
class PlotFormatTest {
    @TempDir
    Path temp;

    private List<TaskRate> rates;

    @BeforeAll
    static void noDisplay() {
        System.setProperty("java.awt.headless", "true");
    }

    @BeforeEach
    void makeFolders() throws IOException {
        ResultFolder a = folder("march", "scripted", "success", "success", "truncated", "failure");
        ResultFolder b = folder("april", "noise", "failure", "truncated");
        rates = Comparison.FOLDER.rates(List.of(a, b));
        assertEquals(
                List.of("Push, march", "Push, april"),
                rates.stream().map(TaskRate::name).toList());
        assertEquals(
                List.of("Push, scripted", "Push, noise"),
                Comparison.POLICY.rates(List.of(a, b)).stream()
                        .map(TaskRate::name)
                        .toList());
    }

    private ResultFolder folder(String name, String policy, String... statuses) throws IOException {
        Path folder = Files.createDirectory(temp.resolve(name));
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < statuses.length; i++) {
            lines.append("{\"env_name\": \"Push\", \"run\": %d, \"episode\": %d, \"env_id\": 0, ".formatted(i, i)
                    + "\"policy\": \"%s\", \"status\": \"%s\", \"success\": %s, "
                            .formatted(policy, statuses[i], statuses[i].equals("success"))
                    + "\"score\": 0.%d, \"duration\": %d.5}\n".formatted(i, i + 1));
        }
        Files.writeString(folder.resolve("episode_results.jsonl"), lines);
        return ResultFolder.open(folder);
    }

    private Path write(PlotFormat format, Figure figure) throws IOException {
        Path file = temp.resolve("picture" + format.suffix());
        try (OutputStream out = Files.newOutputStream(file)) {
            format.write(figure, out);
        }
        return file;
    }

    private Figure success() {
        return TaskFigures.successRates("march, april", rates, RateInterval.HPD);
    }

    @Test
    void svgHoldsItsTextsAndALinePerSeries() throws Exception {
        Document svg = parse(write(PlotFormat.SVG, success()));
        List<String> texts = texts(svg, "text");
        for (String expected : List.of(
                "Success rate",
                "Push, march",
                "Push, april",
                "2 / 4 = 50 %, 1 time-out",
                "0 / 2 = 0 %, 1 time-out",
                "success rate",
                "95 % credible interval (highest density, uniform prior)")) {
            assertTrue(texts.contains(expected), expected + " in " + texts);
        }
        String all = Files.readString(temp.resolve("picture.svg"));
        assertTrue(all.contains(rgb(0)) && all.contains(rgb(1)), "a colour per series");
        assertEquals(String.valueOf(success().width()), svg.getDocumentElement().getAttribute("width"));

        List<String> untitled = texts(parse(write(PlotFormat.SVG, success().untitled())), "text");
        assertFalse(untitled.contains("Success rate"), untitled.toString());
        assertTrue(untitled.contains("Push, march"), untitled.toString());
    }

    private static String rgb(int series) {
        Color color = PlotLook.series(series);
        return "rgb(%d,%d,%d)".formatted(color.getRed(), color.getGreen(), color.getBlue());
    }

    private static Document parse(Path file) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        return factory.newDocumentBuilder().parse(file.toFile());
    }

    private static List<String> texts(Document document, String element) {
        NodeList nodes = document.getElementsByTagName(element);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            texts.add(nodes.item(i).getTextContent().strip());
        }
        return texts;
    }

    @Test
    void pdfIsOnePageWhoseTextCanBeRead() throws Exception {
        Figure means = TaskFigures.means("march, april", rates);
        Path file = write(PlotFormat.PDF, means);
        byte[] bytes = Files.readAllBytes(file);
        assertEquals("%PDF-", new String(bytes, 0, 5, StandardCharsets.US_ASCII));
        try (PDDocument pdf = Loader.loadPDF(bytes)) {
            assertEquals(1, pdf.getNumberOfPages());
            assertEquals(means.width(), pdf.getPage(0).getMediaBox().getWidth());
            assertEquals(means.height(), pdf.getPage(0).getMediaBox().getHeight());
            String text = new PDFTextStripper().getText(pdf);
            for (String expected : List.of("Score and time", "Push, april", "0.625 (4)", "2.000 (2)", "none")) {
                assertTrue(text.contains(expected), expected + " in " + text);
            }
        }
    }

    @Test
    void aLetterThatTheFontLacksIsDrawnAsAShape() throws Exception {
        Figure figure = TaskFigures.means("\u65e5\u672c\u8a9e", rates);
        try (PDDocument pdf = Loader.loadPDF(write(PlotFormat.PDF, figure).toFile())) {
            assertTrue(new PDFTextStripper().getText(pdf).contains("Score and time"));
            List<Boolean> embedded = new ArrayList<>();
            for (COSName name : pdf.getPage(0).getResources().getXObjectNames()) {
                PDFormXObject form =
                        (PDFormXObject) pdf.getPage(0).getResources().getXObject(name);
                for (COSName font : form.getResources().getFontNames()) {
                    embedded.add(form.getResources().getFont(font).isEmbedded());
                }
            }
            assertFalse(embedded.isEmpty());
            assertFalse(embedded.contains(false));
        }
    }

    @Test
    void pngIsDrawn() throws Exception {
        Path file = write(PlotFormat.PNG, success());
        Pictures.requireDrawn("success", ImageIO.read(file.toFile()));
    }
}
