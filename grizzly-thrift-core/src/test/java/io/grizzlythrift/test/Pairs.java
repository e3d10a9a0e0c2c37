package io.grizzlythrift.test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Creates the rows of a data provider so that each value of a factor occurs with each value of every other factor at
 * least once. These are far fewer rows than the product, but they find every failure that two factors cause together.
 * The same values give the same rows.
 */
public final class Pairs {
    private final Object[][] factors;

    /** Indexed by two factors and their values: whether a row has both values. */
    private final boolean[][][][] met;

    private final List<Object[]> rows = new ArrayList<>();

    private Pairs(Object[][] factors) {
        this.factors = factors;
        met = new boolean[factors.length][factors.length][][];
        for (int a = 0; a < factors.length; a++) {
            for (int b = a + 1; b < factors.length; b++) {
                met[a][b] = new boolean[factors[a].length][factors[b].length];
            }
        }
    }

    /**
     * Creates the rows.
     *
     * @param factors the values of each factor, at least one each
     */
    public static Object[][] of(Object[]... factors) {
        Pairs pairs = new Pairs(factors);
        for (int a = 0; a < factors.length; a++) {
            for (int b = a + 1; b < factors.length; b++) {
                for (int x = 0; x < factors[a].length; x++) {
                    for (int y = 0; y < factors[b].length; y++) {
                        if (!pairs.met[a][b][x][y]) {
                            pairs.addRowWith(a, x, b, y);
                        }
                    }
                }
            }
        }
        return pairs.rows.toArray(Object[][]::new);
    }

    /** Adds a row with the two values. For every other factor, chooses the value that gives the most new pairs. */
    private void addRowWith(int a, int x, int b, int y) {
        int[] chosen = new int[factors.length];
        Arrays.fill(chosen, -1);
        chosen[a] = x;
        chosen[b] = y;
        for (int factor = 0; factor < factors.length; factor++) {
            if (chosen[factor] < 0) {
                chosen[factor] = best(factor, chosen);
            }
        }
        Object[] row = new Object[factors.length];
        for (int factor = 0; factor < factors.length; factor++) {
            row[factor] = factors[factor][chosen[factor]];
            for (int other = factor + 1; other < factors.length; other++) {
                met[factor][other][chosen[factor]][chosen[other]] = true;
            }
        }
        rows.add(row);
    }

    /**
     * Returns the best value. Among equally good values the choice rotates from row to row; otherwise the last rows
     * would give no new pairs.
     */
    private int best(int factor, int[] chosen) {
        int best = 0;
        int most = -1;
        for (int i = 0; i < factors[factor].length; i++) {
            int value = (rows.size() + i) % factors[factor].length;
            int meets = 0;
            for (int other = 0; other < factors.length; other++) {
                if (other != factor && chosen[other] >= 0 && !met(factor, value, other, chosen[other])) {
                    meets++;
                }
            }
            if (meets > most) {
                most = meets;
                best = value;
            }
        }
        return best;
    }

    private boolean met(int factor, int value, int other, int otherValue) {
        return factor < other ? met[factor][other][value][otherValue] : met[other][factor][otherValue][value];
    }
}
