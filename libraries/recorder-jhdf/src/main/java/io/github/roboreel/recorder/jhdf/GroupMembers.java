package io.github.roboreel.recorder.jhdf;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.jhdf.AbstractNode;
import io.jhdf.Constants;
import io.jhdf.FractalHeap;
import io.jhdf.GroupSymbolTableNode;
import io.jhdf.LocalHeap;
import io.jhdf.ObjectHeader;
import io.jhdf.SymbolTableEntry;
import io.jhdf.Utils;
import io.jhdf.api.Group;
import io.jhdf.api.Link;
import io.jhdf.api.Node;
import io.jhdf.btree.BTreeV1;
import io.jhdf.btree.BTreeV2;
import io.jhdf.btree.record.LinkNameForIndexedGroupRecord;
import io.jhdf.exceptions.HdfException;
import io.jhdf.exceptions.UnsupportedHdfException;
import io.jhdf.links.ExternalLink;
import io.jhdf.object.message.LinkInfoMessage;
import io.jhdf.object.message.LinkMessage;
import io.jhdf.object.message.SymbolTableMessage;
import io.jhdf.storage.HdfBackingStorage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * Members of groups, soft links followed. Links to other files, external storage and virtual datasets are refused by
 * name: a run file lies in one channel here, and no other file can be opened beside it.
 */
final class GroupMembers {
    /** As many as the native library follows. */
    private static final int MAX_LINKS = 16;

    private GroupMembers() {}

    /** Name of a member and the address of its header. */
    private record Member(String name, long address) {}

    /**
     * Members by name, links unfollowed.
     *
     * @throws FileFaultException when one of them, which it names, is stored in a way that is not read
     */
    static Map<String, Node> of(Group group) throws IOException {
        try {
            return group.getChildren();
        } catch (HdfException e) {
            for (Member member : hardMembers(group)) {
                requireSupported(group, member);
            }
            throw e;
        }
    }

    /**
     * What a path leads to.
     *
     * @return null when that is nothing
     * @throws FileFaultException when a link on it leads to another file
     */
    static Node follow(Group start, String path) throws IOException {
        Deque<String> names = new ArrayDeque<>();
        Node at = push(names, path) ? start.getHdfFile() : start;
        int followed = 0;
        while (!names.isEmpty()) {
            Node next = at instanceof Group group ? of(group).get(names.pop()) : null;
            if (next == null || next instanceof Link && ++followed > MAX_LINKS) {
                return null;
            }
            requireHere(next);
            if (!(next instanceof Link link)) {
                at = next;
            } else if (push(names, link.getTargetPath())) {
                at = at.getHdfFile();
            }
        }
        return at;
    }

    /** Puts the names of a path before others; whether they begin at the root. */
    private static boolean push(Deque<String> names, String path) {
        List<String> added = DemoPaths.names(path);
        for (int i = added.size() - 1; i >= 0; i--) {
            names.push(added.get(i));
        }
        return path.startsWith("/");
    }

    private static void requireHere(Node node) throws FileFaultException {
        if (node instanceof ExternalLink external) {
            throw new FileFaultException(
                    Kind.LEADS_OUTSIDE,
                    Sentence.of(
                            "it takes values from '%s', another file, and plain Java reads one file only; read it with"
                                    + " the native library",
                            external.getTargetPath()),
                    null);
        }
    }

    private static void requireSupported(Group group, Member member) throws FileFaultException {
        try {
            ObjectHeader.readObjectHeader(storage(group), member.address);
        } catch (HdfException e) {
            if (e.getCause() instanceof UnsupportedHdfException reason) {
                throw Damage.notReadHere(
                        Sentence.of(
                                "'%s' in it is stored in a way that plain Java does not read (%s)",
                                member.name, reason.getMessage()),
                        e);
            }
        }
    }

    private static HdfBackingStorage storage(Group group) {
        return group.getHdfFile().getHdfBackingStorage();
    }

    /** Those that no link leads to: the library names none of them when one fails. */
    private static List<Member> hardMembers(Group group) {
        if (!(group instanceof AbstractNode node)) {
            return List.of();
        }
        return node.getHeader().hasMessageOfType(SymbolTableMessage.class)
                ? oldMembers(group, node.getHeader().getMessageOfType(SymbolTableMessage.class))
                : newMembers(group, node.getHeader());
    }

    private static List<Member> oldMembers(Group group, SymbolTableMessage table) {
        HdfBackingStorage storage = storage(group);
        ByteBuffer names = new LocalHeap(storage, table.getLocalHeapAddress()).getDataBuffer();
        List<Member> members = new ArrayList<>();
        for (long node :
                BTreeV1.createGroupBTree(storage, table.getBTreeAddress()).getChildAddresses()) {
            for (SymbolTableEntry entry : new GroupSymbolTableNode(storage, node).getSymbolTableEntries()) {
                String name = Utils.readUntilNull(names.duplicate().position(entry.getLinkNameOffset()));
                members.add(new Member(name, entry.getObjectHeaderAddress()));
            }
        }
        return members;
    }

    private static List<Member> newMembers(Group group, ObjectHeader header) {
        return links(group, header).stream()
                .filter(link -> link.getLinkType() == LinkMessage.LinkType.HARD)
                .map(link -> new Member(link.getLinkName(), link.getHardLinkAddress()))
                .toList();
    }

    private static List<LinkMessage> links(Group group, ObjectHeader header) {
        LinkInfoMessage info = header.getMessageOfType(LinkInfoMessage.class);
        HdfBackingStorage storage = storage(group);
        if (info.getBTreeNameIndexAddress() == Constants.UNDEFINED_ADDRESS) {
            return header.getMessagesOfType(LinkMessage.class);
        }
        FractalHeap heap = new FractalHeap(storage, info.getFractalHeapAddress());
        return new BTreeV2<LinkNameForIndexedGroupRecord>(storage, info.getBTreeNameIndexAddress())
                .getRecords().stream()
                        .map(found -> LinkMessage.fromBuffer(heap.getId(found.getId()), storage.getSuperblock()))
                        .toList();
    }
}
