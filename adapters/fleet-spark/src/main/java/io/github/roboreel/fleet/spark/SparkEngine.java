package io.github.roboreel.fleet.spark;

import io.github.roboreel.fleet.engine.Engine;
import io.github.roboreel.fleet.engine.Results;
import io.github.roboreel.fleet.engine.Task;
import io.github.roboreel.fleet.folders.Scratch;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.Serializable;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.spark.SimpleFutureAction;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import scala.collection.immutable.Range$;
import scala.concurrent.ExecutionContext$;
import scala.runtime.AbstractFunction0;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;
import scala.util.Try;

/**
 * Engine on Spark: one partition for each input. Spark tries a task again on another executor, but reports one result
 * of each partition, which is taken by the caller's thread as soon as it comes.
 */
final class SparkEngine implements Engine {
    private final JavaSparkContext spark;
    private final Scratch scratch;

    SparkEngine(JavaSparkContext spark, Scratch scratch) {
        this.spark = spark;
        this.scratch = scratch;
    }

    @Override
    public int workers() {
        return Math.max(1, spark.defaultParallelism());
    }

    /** What comes of a job: a result of an input, or its end. */
    private sealed interface Event<B> {
        record Result<B>(int index, B result) implements Event<B> {}

        record End<B>(Try<?> outcome) implements Event<B> {}
    }

    @Override
    public <A extends Serializable, B extends Serializable> void run(
            String name, List<A> inputs, Task<A, B> task, Results<B> results) throws IOException {
        if (inputs.isEmpty()) {
            return;
        }
        BlockingQueue<Event<B>> events = new LinkedBlockingQueue<>();
        SimpleFutureAction<BoxedUnit> job = submit(name, inputs, task, events);
        boolean done = false;
        try {
            Event<B> next = events.take();
            while (next instanceof Event.Result<B> result) {
                results.take(result.index(), result.result());
                next = events.take();
            }
            Try<?> outcome = ((Event.End<B>) next).outcome();
            done = true;
            if (outcome.isFailure()) {
                throw SparkFaults.of(name, outcome.failed().get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException(name + " was interrupted").initCause(e);
        } finally {
            if (!done) {
                job.cancel();
            }
        }
    }

    private <A extends Serializable, B extends Serializable> SimpleFutureAction<BoxedUnit> submit(
            String name, List<A> inputs, Task<A, B> task, BlockingQueue<Event<B>> events) throws IOException {
        SparkContext context = spark.sc();
        try {
            // A cancelled task is interrupted.
            context.setJobGroup(name + "-" + UUID.randomUUID(), Sentence.of("%s: %d tasks", name, inputs.size()), true);
            SimpleFutureAction<BoxedUnit> job = context.submitJob(
                    spark.parallelize(inputs, inputs.size()).rdd(),
                    new TaskOfPartition<>(task),
                    Range$.MODULE$.apply(0, inputs.size()),
                    new AbstractFunction2<Object, B, BoxedUnit>() {
                        @Override
                        public BoxedUnit apply(Object index, B result) {
                            events.add(new Event.Result<>((Integer) index, result));
                            return BoxedUnit.UNIT;
                        }
                    },
                    new AbstractFunction0<BoxedUnit>() {
                        @Override
                        public BoxedUnit apply() {
                            return BoxedUnit.UNIT;
                        }
                    });
            job.onComplete(
                    new AbstractFunction1<Try<BoxedUnit>, BoxedUnit>() {
                        @Override
                        public BoxedUnit apply(Try<BoxedUnit> outcome) {
                            events.add(new Event.End<>(outcome));
                            return BoxedUnit.UNIT;
                        }
                    },
                    ExecutionContext$.MODULE$.fromExecutor(Runnable::run));
            return job;
        } catch (Exception e) { // Scala's methods throw what they do not declare
            throw SparkFaults.of(name, e);
        } finally {
            context.clearJobGroup();
        }
    }

    @Override
    public void close() {
        try {
            spark.close();
            scratch.close();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
