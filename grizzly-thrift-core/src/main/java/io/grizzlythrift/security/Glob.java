package io.grizzlythrift.security;

import java.util.BitSet;

/**
 * A pattern: {@code *} stands for any number of characters other than a slash, and {@code **} for any number of
 * characters. Immutable.
 *
 * <p>Names come from peers, so matching takes a time proportional to the lengths of pattern and name, whatever they are:
 * it follows all ways to match at once.
 *
 * @see <a href="https://dl.acm.org/doi/10.1145/363347.363387">Thompson, Regular Expression Search Algorithm (1968)</a>
 */
final class Glob {
    /** Stand for the wildcards: no name has these characters, which Unicode does not assign. */
    private static final char STAR = '\uFFFE';

    private static final char DOUBLE_STAR = '\uFFFF';

    private final String pattern;

    /** The pattern with each wildcard as one character. */
    private final String symbols;

    Glob(String pattern) {
        this.pattern = pattern;
        symbols = pattern.replace("**", String.valueOf(DOUBLE_STAR)).replace('*', STAR);
    }

    /** {@return whether the pattern has a wildcard} */
    boolean isPattern() {
        return pattern.indexOf('*') >= 0;
    }

    boolean matches(String name) {
        if (!isPattern()) {
            return pattern.equals(name);
        }
        if (symbols.length() == 1 && symbols.charAt(0) == DOUBLE_STAR) {
            return true;
        }
        BitSet reached = new BitSet(symbols.length() + 1); // how many symbols may have matched so far
        BitSet spare = new BitSet(symbols.length() + 1);
        reach(reached, 0);
        for (int i = 0; i < name.length() && !reached.isEmpty(); i++) {
            step(name.charAt(i), reached, spare);
            BitSet before = reached;
            reached = spare;
            spare = before;
        }
        return reached.get(symbols.length());
    }

    private void step(char next, BitSet before, BitSet reached) {
        reached.clear();
        for (int at = before.nextSetBit(0); at >= 0 && at < symbols.length(); at = before.nextSetBit(at + 1)) {
            char symbol = symbols.charAt(at);
            if (symbol == DOUBLE_STAR || (symbol == STAR && next != '/')) {
                reach(reached, at);
            } else if (symbol == next && symbol != STAR) {
                reach(reached, at + 1);
            }
        }
    }

    /** Adds a position, and those behind the wildcards that follow, which may stand for nothing. */
    private void reach(BitSet reached, int from) {
        int at = from;
        reached.set(at);
        while (at < symbols.length() && symbols.charAt(at) >= STAR) {
            at++;
            reached.set(at);
        }
    }

    @Override
    public String toString() {
        return pattern;
    }
}
