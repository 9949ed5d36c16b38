package io.github.roboreel.dashboard.series;

import io.github.roboreel.recorder.hdf5.worker.Service;
import io.github.roboreel.recorder.spi.files.VideoClipFormat;
import io.github.roboreel.recorder.spi.files.VideoClipInfo;
import io.github.roboreel.recorder.spi.files.VideoClipReader;
import io.github.roboreel.recorder.video.file.VideoFacts;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Service that reads and decodes videos for the dashboard, in a process of its own. */
final class VideoWorker implements Service<VideoRequest> {
    private static final long MAX_PIXELS = 32L << 20;

    @Override
    public Class<VideoRequest> requestType() {
        return VideoRequest.class;
    }

    @Override
    public Object answer(VideoRequest request, Progress progress) throws IOException {
        if (request.frame() == VideoRequest.WARM) {
            return true;
        }
        Path file = Path.of(request.file());
        return request.frame() == VideoRequest.FACTS ? VideoFacts.read(file) : jpeg(file, request);
    }

    private static byte[] jpeg(Path file, VideoRequest request) throws IOException {
        try (VideoClipReader reader = VideoClipFormat.mp4().open(file)) {
            VideoClipInfo info = reader.info();
            if (info.frames() == 0 || (long) info.width() * info.height() > MAX_PIXELS) {
                throw new IOException(file + " has no frame, or frames of more than 32 million pixels");
            }
            byte[] rgb = new byte[Math.multiplyExact(3 * info.width(), info.height())];
            reader.read(Math.min(request.frame(), info.frames() - 1), rgb, 0);
            BufferedImage picture = smaller(picture(info, rgb), request.mostWidth());
            ByteArrayOutputStream jpeg = new ByteArrayOutputStream();
            ImageIO.setUseCache(false);
            ImageIO.write(picture, "jpg", jpeg);
            return jpeg.toByteArray();
        }
    }

    private static BufferedImage picture(VideoClipInfo info, byte[] rgb) {
        BufferedImage picture = new BufferedImage(info.width(), info.height(), BufferedImage.TYPE_INT_RGB);
        int[] line = new int[info.width()];
        for (int y = 0; y < info.height(); y++) {
            for (int x = 0; x < line.length; x++) {
                int at = 3 * (y * line.length + x);
                line[x] = (rgb[at] & 0xff) << 16 | (rgb[at + 1] & 0xff) << 8 | rgb[at + 2] & 0xff;
            }
            picture.setRGB(0, y, line.length, 1, line, 0, line.length);
        }
        return picture;
    }

    private static BufferedImage smaller(BufferedImage picture, int mostWidth) {
        if (picture.getWidth() <= mostWidth) {
            return picture;
        }
        int height = Math.max(1, picture.getHeight() * mostWidth / picture.getWidth());
        BufferedImage small = new BufferedImage(mostWidth, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = small.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        graphics.drawImage(picture, 0, 0, mostWidth, height, null);
        graphics.dispose();
        return small;
    }
}
