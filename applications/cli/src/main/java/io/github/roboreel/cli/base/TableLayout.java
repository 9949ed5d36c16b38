package io.github.roboreel.cli.base;

import io.github.roboreel.tools.report.Table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Finds how wide columns become, and which of them stand side by side. */
final class TableLayout {
    /** No text is cut below this, unless the screen is narrower than two such. */
    private static final int NARROWEST = 14;

    /** What a text that could be cut asks for when columns are dealt out to blocks. */
    private static final int COMFORTABLE = 26;

    /**
     * Columns side by side.
     *
     * @param columns indices of columns
     * @param widths their widths on the screen
     */
    record Block(List<Integer> columns, List<Integer> widths) {
        int width(int gap) {
            return widths.stream().mapToInt(w -> w).sum() + gap * (widths.size() - 1);
        }
    }

    private final List<Column> columns;
    private final int[] natural;
    private final int gap;

    /**
     * @param texts header and rows
     * @param gap blanks between two columns
     */
    TableLayout(List<Column> columns, List<List<String>> texts, int gap) {
        this.columns = columns;
        this.gap = gap;
        this.natural = IntStream.range(0, columns.size())
                .map(i -> texts.stream()
                        .mapToInt(r -> DisplayText.width(r.get(i)))
                        .max()
                        .orElse(0))
                .toArray();
    }

    /**
     * One block when all fits, cut if need be; else several of about the same width.
     *
     * @param limit width of the screen; 0 when there is none
     */
    List<Block> blocks(int limit) {
        List<Integer> all = IntStream.range(0, columns.size()).boxed().toList();
        if (limit == 0 || total(all, capped(narrowest(limit))) <= limit) {
            return List.of(fitted(all, limit));
        }
        return balanced(limit).stream().map(block -> fitted(block, limit)).toList();
    }

    private int narrowest(int limit) {
        return Math.min(NARROWEST, limit / 2 - gap);
    }

    private int[] capped(int cap) {
        return IntStream.range(0, natural.length)
                .map(i -> columns.get(i).mayShrink() ? Math.min(natural[i], cap) : natural[i])
                .toArray();
    }

    private int total(List<Integer> chosen, int[] widths) {
        return chosen.stream().mapToInt(i -> widths[i]).sum() + gap * (chosen.size() - 1);
    }

    /** As few blocks as the limit allows, and then as narrow as that number allows. */
    private List<List<Integer>> balanced(int limit) {
        List<List<Integer>> best = dealt(limit);
        for (int narrower = limit - 1; narrower > 0; narrower--) {
            List<List<Integer>> dealt = dealt(narrower);
            if (dealt.size() > best.size()) {
                return best;
            }
            best = dealt;
        }
        return best;
    }

    private List<List<Integer>> dealt(int limit) {
        int[] widths = capped(COMFORTABLE);
        List<Integer> keys = IntStream.range(0, columns.size())
                .filter(i -> columns.get(i).isKey())
                .boxed()
                .toList();
        List<List<Integer>> blocks = new ArrayList<>();
        List<Integer> block = new ArrayList<>(keys);
        for (int i = keys.size(); i < columns.size(); i++) {
            block.add(i);
            if (total(block, widths) > limit && block.size() > keys.size() + 1) {
                block.remove(block.size() - 1);
                blocks.add(block);
                block = new ArrayList<>(keys);
                block.add(i);
            }
        }
        blocks.add(block);
        return blocks;
    }

    /** Narrows the widest text until the block fits, or no text can be cut further. */
    private Block fitted(List<Integer> chosen, int limit) {
        int[] widths = natural.clone();
        while (limit > 0 && total(chosen, widths) > limit) {
            int widest = -1;
            for (int i : chosen) {
                boolean canShrink = columns.get(i).mayShrink() && widths[i] > narrowest(limit);
                if (canShrink && (widest < 0 || widths[i] > widths[widest])) {
                    widest = i;
                }
            }
            if (widest < 0) {
                break;
            }
            widths[widest]--;
        }
        return new Block(chosen, chosen.stream().map(i -> widths[i]).toList());
    }
}
