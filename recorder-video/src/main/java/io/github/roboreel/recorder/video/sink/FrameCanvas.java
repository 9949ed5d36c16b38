package io.github.roboreel.recorder.video.sink;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Puts the frames of a step's cameras side by side into one packed RGB24 picture; used again for every step. Cameras of
 * unequal height are aligned at the top, black below. The encoders want even sizes of at least 16: what is missing at
 * the right and at the bottom repeats the last column and row. For one thread at a time.
 */
final class FrameCanvas {
    private final VideoPlan plan;
    private final List<Camera> cameras;
    private final int contentWidth;
    private final int contentHeight;
    private final int width;
    private final int height;
    private final ByteBuffer picture;
    private final CameraRows rows;

    FrameCanvas(VideoPlan plan) {
        this.plan = plan;
        cameras = plan.cameras();
        contentWidth = plan.contentWidth();
        contentHeight = plan.contentHeight();
        width = plan.width();
        height = plan.height();
        picture = ByteBuffer.allocateDirect(3 * width * height);
        rows = new CameraRows(cameras.stream().mapToInt(Camera::width).max().orElseThrow());
    }

    int width() {
        return width;
    }

    int height() {
        return height;
    }

    /**
     * The picture of one step, valid until the next call.
     *
     * @param frames the cameras' frames from {@code first} on, each from index 0
     */
    ByteBuffer compose(ByteBuffer[] frames, int first) {
        if (isPictureItself()) {
            return frames[first];
        }
        int left = 0;
        for (int i = 0; i < cameras.size(); i++) {
            Camera camera = cameras.get(i);
            draw(camera, frames[first + i], left);
            left += plan.shown(camera.width());
        }
        repeatLastColumn();
        repeatLastRow();
        return picture;
    }

    private boolean isPictureItself() {
        return cameras.size() == 1
                && !plan.halved()
                && cameras.get(0).channels() == 3
                && contentWidth == width
                && contentHeight == height;
    }

    private void draw(Camera camera, ByteBuffer frame, int left) {
        int shownWidth = plan.shown(camera.width());
        int shownHeight = plan.shown(camera.height());
        for (int y = 0; y < shownHeight; y++) {
            byte[] row = plan.halved() ? rows.halved(camera, frame, y) : rows.full(camera, frame, y);
            picture.put(3 * (y * width + left), row, 0, 3 * shownWidth);
        }
    }

    private void repeatLastColumn() {
        for (int y = 0; y < contentHeight; y++) {
            for (int x = contentWidth; x < width; x++) {
                int at = 3 * (y * width + x);
                picture.put(at, picture, at - 3, 3);
            }
        }
    }

    private void repeatLastRow() {
        int row = 3 * width;
        for (int y = contentHeight; y < height; y++) {
            picture.put(y * row, picture, (y - 1) * row, row);
        }
    }
}
