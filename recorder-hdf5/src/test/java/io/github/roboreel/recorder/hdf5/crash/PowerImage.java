package io.github.roboreel.recorder.hdf5.crash;

import io.github.roboreel.recorder.hdf5.crash.FolderImage.Content;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * What a disk may hold when the power goes: all that was forced, and of what came later any pages in any of their
 * states, and names up to any change of them. Forces of written and of mapped pages do not stand in for each other.
 */
final class PowerImage {
    /** A file with the states that its pages had since they were forced. */
    private static final class Pages {
        private final Content now = new Content();
        private final Content forced = new Content();
        private final Map<Integer, List<byte[]>> later = new HashMap<>();
        private final Map<Integer, Boolean> mapped = new HashMap<>();
        private Content forcing;
        private IntPredicate forcedPages = page -> false;

        void write(long offset, byte[] bytes, boolean isMapped) {
            now.write(offset, bytes);
            for (int page = (int) (offset / FileEvent.PAGE_BYTES);
                    (long) page * FileEvent.PAGE_BYTES < offset + bytes.length;
                    page++) {
                later.computeIfAbsent(page, p -> new ArrayList<>()).add(now.page(page));
                mapped.put(page, isMapped);
            }
        }

        void startForce(IntPredicate pages) {
            forcing = now.copy();
            forcedPages = pages;
        }

        void endForce() {
            forced.resize(Math.max(forced.size(), forcing.size()));
            int size = forced.size();
            List.copyOf(later.keySet()).stream().filter(forcedPages::test).forEach(page -> {
                byte[] state = forcing.page(page);
                List<byte[]> states = later.get(page);
                int last = states.size() - 1;
                while (last >= 0 && !java.util.Arrays.equals(states.get(last), state)) {
                    last--;
                }
                if (last >= 0) {
                    states.subList(0, last + 1).clear();
                    forced.write((long) page * FileEvent.PAGE_BYTES, state);
                }
                if (states.isEmpty()) {
                    later.remove(page);
                }
            });
            forced.resize(size);
        }

        void resize(long size) {
            now.resize(size);
        }

        Content afterLoss(Random random, double share) {
            Content left = forced.copy();
            int end = left.size();
            for (Map.Entry<Integer, List<byte[]>> page : later.entrySet()) {
                if (random.nextDouble() < share) {
                    List<byte[]> states = page.getValue();
                    left.write((long) page.getKey() * FileEvent.PAGE_BYTES, states.get(random.nextInt(states.size())));
                    end = Math.max(end, left.size());
                }
            }
            boolean wasCut = now.size() < forced.size();
            left.resize(
                    wasCut || random.nextBoolean() ? now.size() : Math.min(end, Math.max(now.size(), forced.size())));
            return left;
        }
    }

    private final Map<String, Pages> names = new TreeMap<>();
    private final List<Map<String, Pages>> laterNames = new ArrayList<>();
    private Map<String, Pages> forcedNames = Map.of();
    private Map<String, Pages> forcingNames = Map.of();

    void apply(FileEvent event) {
        if (event instanceof FileEvent.Create create) {
            names.computeIfAbsent(create.file(), name -> new Pages());
            laterNames.add(Map.copyOf(names));
        } else if (event instanceof FileEvent.Write write) {
            names.get(write.file()).write(write.offset(), write.bytes(), false);
        } else if (event instanceof FileEvent.Store store) {
            store.ranges().forEach(range -> names.get(range.file()).write(range.offset(), range.bytes(), true));
        } else if (event instanceof FileEvent.Truncate cut) {
            names.get(cut.file()).resize(cut.size());
        } else if (event instanceof FileEvent.Rename renamed) {
            names.put(renamed.to(), names.remove(renamed.from()));
            laterNames.add(Map.copyOf(names));
        } else if (event instanceof FileEvent.Delete deleted) {
            names.remove(deleted.file());
            laterNames.add(Map.copyOf(names));
        } else {
            force(event);
        }
    }

    private void force(FileEvent event) {
        if (event instanceof FileEvent.ForceNames forced) {
            if (forced.done()) {
                forcedNames = forcingNames;
                laterNames.subList(0, laterNames.indexOf(forcedNames) + 1).clear();
            } else {
                forcingNames = Map.copyOf(names);
            }
        } else if (event instanceof FileEvent.Force forced && names.containsKey(forced.file())) {
            Pages file = names.get(forced.file());
            force(file, forced.done(), page -> !file.mapped.getOrDefault(page, false));
        } else if (event instanceof FileEvent.ForceMapped forced && names.containsKey(forced.file())) {
            int first = (int) (forced.offset() / FileEvent.PAGE_BYTES);
            int end = (int) ((forced.offset() + forced.size() - 1) / FileEvent.PAGE_BYTES) + 1;
            force(names.get(forced.file()), forced.done(), page -> page >= first && page < end);
        }
    }

    private static void force(Pages file, boolean done, IntPredicate pages) {
        if (done) {
            file.endForce();
        } else {
            file.startForce(pages);
        }
    }

    /** Some state of the disk. */
    FolderImage afterLoss(Random random) {
        int last = random.nextInt(laterNames.size() + 1);
        Map<String, Pages> left = last == 0 ? forcedNames : laterNames.get(last - 1);
        double share = List.of(0.1, 0.5, 0.9).get(random.nextInt(3));
        FolderImage image = new FolderImage();
        Map<Pages, Content> contents = new IdentityHashMap<>();
        left.forEach((name, pages) ->
                image.files().put(name, contents.computeIfAbsent(pages, p -> p.afterLoss(random, share))));
        return image;
    }
}
