package io.github.roboreel.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.StatusCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Random tasks on random truths, against a second implementation straight from the words. */
class SubtaskMachinePropertyTest {
    private static final ScriptedScene SCENE = new ScriptedScene("o0", "o1", "o2", "o3");
    private static final int STEPS = 40;

    /** A task whose conditions read a table: condition c of group g of subtask s is [s][g][c]. */
    private static final class RandomTask {
        final List<Subtask> subtasks = new ArrayList<>();
        final boolean[][][] truth;

        RandomTask(Random random) {
            truth = new boolean[1 + random.nextInt(3)][][];
            for (int s = 0; s < truth.length; s++) {
                truth[s] = new boolean[1 + random.nextInt(4)][];
                List<ObjectGroup> groups = new ArrayList<>();
                for (int g = 0; g < truth[s].length; g++) {
                    truth[s][g] = new boolean[1 + random.nextInt(4)];
                    groups.add(group(random, s, g));
                }
                CompletionMode mode = CompletionMode.values()[random.nextInt(3)];
                int choose = mode == CompletionMode.CHOOSE ? 1 + random.nextInt(groups.size()) : 0;
                subtasks.add(new Subtask("s" + s, mode, choose, 0.1 + random.nextDouble(), groups));
            }
        }

        private ObjectGroup group(Random random, int s, int g) {
            List<Stage> stages = new ArrayList<>();
            for (int c = 0; c < truth[s][g].length; c++) {
                int condition = c;
                stages.add(new Stage(
                        new Condition("c" + s + g + c, Map.of(), List.of(), scene -> truth[s][g][condition]),
                        0.05 + random.nextDouble(),
                        1));
            }
            return new ObjectGroup("o" + g, stages);
        }

        void shuffle(Random random, double chance) {
            forEach((group, c) -> group[c] = random.nextDouble() < chance);
        }

        void add(Random random, double chance) {
            forEach((group, c) -> group[c] |= random.nextDouble() < chance);
        }

        private interface Cell {
            void visit(boolean[] group, int condition);
        }

        private void forEach(Cell cell) {
            for (boolean[][] subtask : truth) {
                for (boolean[] group : subtask) {
                    for (int c = 0; c < group.length; c++) {
                        cell.visit(group, c);
                    }
                }
            }
        }
    }

    /** Section 4 of the format, word for word, recomputed from scratch at every step. */
    private static final class Naive {
        final RandomTask task;
        final List<int[]> done = new ArrayList<>();
        int completed;

        Naive(RandomTask task) {
            this.task = task;
            task.subtasks.forEach(subtask -> done.add(new int[subtask.groups().size()]));
        }

        void step() {
            if (completed == task.subtasks.size()) {
                return;
            }
            int[] stages = done.get(completed);
            for (int g = 0; g < stages.length; g++) {
                boolean[] holds = task.truth[completed][g];
                if (stages[g] < holds.length) {
                    stages[g] = move(holds, stages[g]);
                }
            }
            completed += complete() ? 1 : 0;
        }

        private static int move(boolean[] holds, int from) {
            int furthest = -1;
            for (int c = from; c < holds.length; c++) {
                furthest = holds[c] ? c : furthest;
            }
            if (furthest >= 0) {
                return furthest + 1;
            }
            for (int c = from - 1; c >= 0; c--) {
                if (holds[c]) {
                    return c + 1;
                }
            }
            return 0;
        }

        private boolean complete() {
            Subtask subtask = task.subtasks.get(completed);
            int full = 0;
            for (int g = 0; g < subtask.groups().size(); g++) {
                full += progress(g) == 1 ? 1 : 0;
            }
            return switch (subtask.mode()) {
                case ALL -> full == subtask.groups().size();
                case ANY -> full >= 1;
                case CHOOSE -> full >= subtask.choose();
            };
        }

        private double progress(int group) {
            List<Stage> stages =
                    task.subtasks.get(completed).groups().get(group).stages();
            int reached = done.get(completed)[group];
            if (reached == stages.size()) {
                return 1;
            }
            double sum = stages.stream().mapToDouble(Stage::weight).sum();
            return stages.subList(0, reached).stream()
                    .mapToDouble(s -> s.weight() / sum)
                    .sum();
        }

        double score() {
            if (completed == task.subtasks.size()) {
                return 1;
            }
            double all = task.subtasks.stream().mapToDouble(Subtask::weight).sum();
            double finished = task.subtasks.subList(0, completed).stream()
                    .mapToDouble(s -> s.weight() / all)
                    .sum();
            Subtask subtask = task.subtasks.get(completed);
            Double[] each = new Double[subtask.groups().size()];
            Arrays.setAll(each, this::progress);
            Arrays.sort(each, java.util.Comparator.reverseOrder());
            double progress = switch (subtask.mode()) {
                case ALL -> mean(each, each.length);
                case ANY -> each[0];
                case CHOOSE -> mean(each, subtask.choose());
            };
            return finished + progress * subtask.weight() / all;
        }

        private static double mean(Double[] values, int count) {
            double sum = 0;
            for (int i = 0; i < count; i++) {
                sum += values[i];
            }
            return sum / count;
        }
    }

    @Property(tries = 500)
    void scoresAndCompletionAreThoseOfTheNaiveWords(@ForAll Random random) {
        RandomTask task = new RandomTask(random);
        Naive naive = new Naive(task);
        SubtaskMachine machine = new SubtaskMachine(task.subtasks);
        double chance = random.nextDouble();
        for (int step = 0; step < STEPS; step++) {
            task.shuffle(random, chance);
            int before = machine.completed();
            double scoreBefore = machine.score();
            machine.update(SCENE);
            naive.step();
            assertEquals(naive.completed, machine.completed());
            assertEquals(naive.score(), machine.score(), 1e-12);
            assertTrue(machine.score() >= 0 && machine.score() <= 1);
            assertEquals(machine.complete(), machine.score() == 1.0);
            assertEquals(machine.info().isEmpty(), machine.code() == StatusCode.OK);
            if (machine.info().isEmpty()) {
                assertEquals(scoreBefore, machine.score(), 0.0, "no text, no change");
            }
            if (machine.completed() > before) {
                assertEquals(before + 1, machine.completed(), "one subtask per step");
                assertTrue(machine.code().isSuccess());
            }
            assertEquals(machine.complete(), machine.finalInfo().isEmpty());
        }
    }

    @Property(tries = 300)
    void whileConditionsOnlyComeTrueTheScoreNeverFalls(@ForAll Random random) {
        RandomTask task = new RandomTask(random);
        SubtaskMachine machine = new SubtaskMachine(task.subtasks);
        double before = 0;
        for (int step = 0; step < STEPS; step++) {
            task.add(random, 0.1);
            machine.update(SCENE);
            assertTrue(machine.score() >= before, before + " -> " + machine.score());
            before = machine.score();
        }
        task.add(random, 1.1);
        for (int s = 0; s < task.subtasks.size(); s++) {
            machine.update(SCENE);
        }
        assertEquals(1.0, machine.score(), 0.0);
    }

    @Property(tries = 100)
    void aResetMachineIsAsGoodAsNew(@ForAll Random random) {
        RandomTask task = new RandomTask(random);
        SubtaskMachine used = new SubtaskMachine(task.subtasks);
        for (int step = 0; step < STEPS; step++) {
            task.shuffle(random, 0.4);
            used.update(SCENE);
        }
        used.reset();
        SubtaskMachine fresh = new SubtaskMachine(task.subtasks);
        for (int step = 0; step < STEPS; step++) {
            task.shuffle(random, 0.3);
            used.update(SCENE);
            fresh.update(SCENE);
            assertEquals(fresh.info(), used.info());
            assertEquals(fresh.code(), used.code());
            assertEquals(fresh.score(), used.score(), 0.0);
        }
    }
}
