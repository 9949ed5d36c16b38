package com.example;

import io.github.roboreel.recordings.Episode;
import io.github.roboreel.recordings.Recordings;
import io.github.roboreel.recordings.transform.ActionChunk;
import io.github.roboreel.recordings.transform.Episodes;
import io.github.roboreel.recordings.transform.Steps;
import io.github.roboreel.recordings.transform.flow.Batch;
import io.github.roboreel.recordings.transform.flow.BatchReader;
import io.github.roboreel.recordings.transform.flow.Prefetch;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.file.Path;

/** Goes through all episodes of a folder once, in batches of shuffled action chunks. */
public final class Reading {
    private static final int HORIZON = 8;
    private static final int BATCH_STEPS = 64;

    private Reading() {}

    /** Takes the folder. */
    public static void main(String[] args) throws IOException {
        try (Recordings recordings = Recordings.open(Path.of(args[0]))) {
            for (Episode episode : recordings.episodes()) {
                System.out.println(episode.facts().instruction() + ": " + episode.steps() + " steps");
            }
            Episodes chunks = Episodes.of(recordings, "actions").shuffle(1000, 1).mapSteps(ActionChunk.of(HORIZON));
            train(new Prefetch(2, 32 << 20).steps(chunks).shuffle(500, 1));
        }
    }

    private static void train(Steps steps) throws IOException {
        Batch batch = Batch.like(steps.take(1).toList().get(0), BATCH_STEPS, true);
        long chunks = 0;
        float largest = 0;
        try (BatchReader reader = BatchReader.open(steps)) {
            for (int rows = reader.next(batch); rows > 0; rows = reader.next(batch)) {
                chunks += rows;
                FloatBuffer actions = batch.buffer("actions").asFloatBuffer();
                while (actions.hasRemaining()) {
                    largest = Math.max(largest, Math.abs(actions.get()));
                }
            }
        }
        System.out.println(chunks + " chunks of " + HORIZON + " actions, the largest is " + largest);
    }
}
