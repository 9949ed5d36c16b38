package io.github.roboreel.fleet.spark;

import io.github.roboreel.fleet.engine.Engine;
import io.github.roboreel.fleet.engine.EngineProvider;
import io.github.roboreel.fleet.folders.Scratch;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.fault.Undo;
import java.io.IOException;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Provider of Apache Spark: in this process ({@code local[N]}), or on a cluster ({@code spark://HOST:PORT}, and
 * {@code yarn} or {@code k8s://...} where the job is submitted, since their clients come with Spark's distribution). A
 * process has one at a time.
 *
 * <p>Settings that begin with {@code spark.} are Spark's, others those of Hadoop's storages. What {@code spark-submit}
 * sets holds below them.
 */
public final class SparkEngineProvider implements EngineProvider {
    /** For the ServiceLoader. */
    public SparkEngineProvider() {}

    @Override
    public Engine open(String master, Map<String, String> settings) throws IOException {
        SparkMaster place = SparkMaster.parse(master);
        Optional<InetAddress> here = place.awaitConnection();
        Scratch scratch = Scratch.create();
        try {
            SparkConf conf = SparkSettings.of(place, here, settings, scratch.path());
            return new SparkEngine(context(place, conf), scratch);
        } catch (RuntimeException | IOException | Error e) {
            Undo.after(e, scratch::close);
            throw e;
        }
    }

    private static JavaSparkContext context(SparkMaster place, SparkConf conf) throws IOException {
        try {
            return new JavaSparkContext(conf);
        } catch (Exception | NoClassDefFoundError e) { // Scala's methods throw what they do not declare
            String reason = SparkFaults.reason(e);
            if (reason.contains("master") || reason.contains("Master")) {
                throw new RoboReelException(
                        RoboReelException.Kind.BAD_ARGUMENT,
                        Sentence.of(
                                "%s is no master that Spark can use here: %s; expected local[N], local[*] or"
                                        + " spark://HOST:PORT, and for yarn and k8s:// a job submitted by spark-submit",
                                place, reason),
                        e);
            }
            throw new IOException(Sentence.of("Spark does not start on %s: %s", place, reason), e);
        }
    }
}
