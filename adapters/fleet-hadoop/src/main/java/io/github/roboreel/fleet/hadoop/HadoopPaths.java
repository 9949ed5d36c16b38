package io.github.roboreel.fleet.hadoop;

import io.github.roboreel.fleet.storage.Entry;
import io.github.roboreel.fleet.storage.Location;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** Places as Hadoop names them. */
final class HadoopPaths {
    private HadoopPaths() {}

    /** Of the store that holds a place. */
    static Path root(Location place) {
        return new Path(place.scheme(), authority(place), "/");
    }

    static Path path(Location place) {
        int start = start(place);
        String path = start < 0 ? "/" : place.text().substring(start);
        return new Path(place.scheme(), authority(place), path);
    }

    private static String authority(Location place) {
        int start = start(place);
        String authority = place.text()
                .substring(authorityStart(place), start < 0 ? place.text().length() : start);
        return authority.isEmpty() ? null : authority;
    }

    private static int authorityStart(Location place) {
        return place.scheme().length() + "://".length();
    }

    /** Of the path; negative where there is none. */
    private static int start(Location place) {
        return place.text().indexOf('/', authorityStart(place));
    }

    static Entry entry(Location place, FileStatus status) {
        return status.isDirectory()
                ? new Entry(place, true, 0, "")
                : new Entry(place, false, status.getLen(), version(status));
    }

    private static String version(FileStatus status) {
        String etag = status instanceof EtagSource source ? source.getEtag() : null;
        return etag == null || etag.isEmpty() ? Long.toString(status.getModificationTime()) : etag;
    }
}
