package io.github.roboreel.fleet.export;

import io.github.roboreel.fleet.export.ShardOutcome.Unreadable;
import io.github.roboreel.fleet.storage.Entry;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Episodes that shards of earlier plans could not read, in the order in which they were found. Immutable. */
final class Unreadables {
    private final Map<String, Unreadable> byPlace;

    private Unreadables(Map<String, Unreadable> byPlace) {
        this.byPlace = byPlace;
    }

    static Unreadables none() {
        return new Unreadables(Map.of());
    }

    /** These and those that a plan's shards found. */
    Unreadables and(Storages storages, WorkFolder work) throws IOException {
        Map<String, Unreadable> more = new TreeMap<>();
        for (Entry entry : WorkFolder.documents(storages, work.allUnreadable())) {
            ShardOutcome shard =
                    WorkFolder.JSON.treeToValue(WorkFolder.read(storages, entry.location()), ShardOutcome.class);
            shard.unreadable().forEach(each -> more.put(place(each.facts(), each.offset()), each));
        }
        Map<String, Unreadable> all = new LinkedHashMap<>(byPlace);
        more.forEach(all::putIfAbsent);
        return new Unreadables(all);
    }

    private static String place(String facts, long offset) {
        return facts + "\0" + offset;
    }

    boolean isEmpty() {
        return byPlace.isEmpty();
    }

    int size() {
        return byPlace.size();
    }

    boolean contains(Location facts, long offset) {
        return byPlace.containsKey(place(facts.text(), offset));
    }

    List<Unreadable> list() {
        return new ArrayList<>(byPlace.values());
    }

    void addTo(Sha256 name) {
        byPlace.keySet().stream().sorted().forEach(name::add);
    }
}
