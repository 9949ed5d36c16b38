package io.github.roboreel.fleet.hadoop;

import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storage;
import io.github.roboreel.fleet.storage.StorageProvider;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/**
 * Provider of every storage for which Hadoop finds a {@code FileSystem} class: {@code hdfs}, {@code webhdfs},
 * {@code viewfs} and {@code s3a} are here; {@code gs}, {@code abfs} and others where their connectors are on the class
 * path, as on the clusters of their vendors.
 *
 * <p>Settings are Hadoop's, with {@code spark.hadoop.} before their names or without. They come over those of
 * {@code core-site.xml} on the class path; others that begin with {@code spark.} are left alone. Hadoop opens a store
 * once in a process: the first settings hold there.
 */
public final class HadoopStorageProvider implements StorageProvider {
    private static final String SPARK = "spark.";
    private static final String SPARK_HADOOP = "spark.hadoop.";

    /**
     * What makes an S3 that is not there known within a minute instead of many, and saves requests. Used where neither
     * users nor the machine's configuration say otherwise.
     */
    private static final Map<String, String> S3_DEFAULTS = Map.of(
            "fs.s3a.attempts.maximum", "0",
            "fs.s3a.retry.limit", "1",
            "fs.s3a.retry.interval", "1s",
            "fs.s3a.connection.establish.timeout", "15s",
            "fs.s3a.connection.timeout", "20s",
            "fs.s3a.connection.acquisition.timeout", "20s",
            "fs.s3a.performance.flags", "create,mkdir");

    /** For the ServiceLoader. */
    public HadoopStorageProvider() {}

    /** Any but paths: which there are shows when one is opened. */
    @Override
    public boolean serves(String scheme) {
        return !scheme.isEmpty();
    }

    @Override
    public Storage open(Location place, Map<String, String> settings) throws IOException {
        Configuration configuration = configuration(settings);
        try {
            FileSystem files = FileSystem.get(HadoopPaths.root(place).toUri(), configuration);
            return Stores.isFileSystem(place.scheme())
                    ? new FileSystemStorage(files, context(place, configuration), Stores.renamesFolders(files, place))
                    : new ObjectStorage(files);
        } catch (UnsupportedFileSystemException e) {
            throw unknown(place, e);
        } catch (IllegalArgumentException e) { // a host that is not known, a setting that is no number
            throw StoreFaults.of("open", place, new IOException(e));
        } catch (IOException e) {
            throw StoreFaults.of("open", place, e);
        }
    }

    private static FileContext context(Location place, Configuration configuration) throws IOException {
        return FileContext.getFileContext(HadoopPaths.root(place).toUri(), configuration);
    }

    private static RoboReelException unknown(Location place, Exception cause) {
        String advice = place.scheme().equals("s3") || place.scheme().equals("s3n")
                ? "write s3a:// for S3"
                : "expected hdfs, webhdfs, viewfs or s3a, or put the jar of its Hadoop connector on the class path";
        return new RoboReelException(
                RoboReelException.Kind.BAD_ARGUMENT,
                Sentence.of(
                        "%s lies in a store of kind '%s', for which there is no Hadoop file system; %s",
                        place, place.scheme(), advice),
                cause);
    }

    static Configuration configuration(Map<String, String> settings) {
        Configuration configuration = new Configuration();
        S3_DEFAULTS.forEach((name, value) -> {
            if (isUnset(configuration, name)) {
                configuration.set(name, value, "RoboReel");
            }
        });
        settings.forEach((name, value) -> {
            if (name.startsWith(SPARK_HADOOP)) {
                configuration.set(name.substring(SPARK_HADOOP.length()), value);
            }
        });
        settings.forEach((name, value) -> {
            if (!name.startsWith(SPARK)) {
                configuration.set(name, value);
            }
        });
        return configuration;
    }

    /** Whether only Hadoop's own defaults say what it is. */
    private static boolean isUnset(Configuration configuration, String name) {
        String[] sources = configuration.getPropertySources(name);
        return sources == null || sources.length == 0 || sources[sources.length - 1].endsWith("core-default.xml");
    }
}
