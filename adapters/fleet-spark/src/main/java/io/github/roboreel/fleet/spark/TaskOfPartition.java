package io.github.roboreel.fleet.spark;

import io.github.roboreel.fleet.engine.Task;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/** A task as Spark runs it: on the one input of its partition. */
final class TaskOfPartition<A extends Serializable, B extends Serializable> extends AbstractFunction1<Iterator<A>, B>
        implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Task<A, B> task;

    TaskOfPartition(Task<A, B> task) {
        this.task = task;
    }

    @Override
    public B apply(Iterator<A> input) {
        try {
            return task.run(input.next());
        } catch (Exception e) {
            throw TaskOfPartition.<RuntimeException>unchecked(ableToTravel(e));
        }
    }

    /** Its words alone, where the failure or a cause of it cannot be sent to the process that waits for it. */
    private static Exception ableToTravel(Exception e) {
        try (ObjectOutputStream out = new ObjectOutputStream(OutputStream.nullOutputStream())) {
            out.writeObject(e);
            return e;
        } catch (IOException cannot) {
            IOException words = new IOException(Sentence.reasonOf(e));
            words.setStackTrace(e.getStackTrace());
            return words;
        }
    }

    /** Functions of Scala's throw anything. */
    @SuppressWarnings("unchecked")
    private static <E extends Exception> E unchecked(Exception e) throws E {
        throw (E) e;
    }
}
