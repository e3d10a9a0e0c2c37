package io.grizzlythrift.strategy;

/**
 * How many of a number of places one user of them may have, so that no user takes them from the others. One may only have
 * {@value #ALPHA} times as many as are free: the dynamic threshold of Choudhury and Hahne, "Dynamic queue length thresholds
 * for shared-memory packet switches" (1998). Besides, one place in {@value #RESERVE_PART} is for the first one of users that
 * have none, however many greedy ones come at once. So one user alone can have five sixths of the places, many share them
 * evenly, and one that has none finds room. Up to {@value #ALPHA} places are for anyone.
 */
public final class FairShare {
    static final int ALPHA = 8;
    private static final int RESERVE_PART = 16;

    private FairShare() {}

    /**
     * How many more places a user may have.
     *
     * @param capacity how many places there are, at least 1
     * @param free how many of them nobody has
     * @param wanted how many the user asks for
     * @param own how many it has
     * @return 0 to {@code wanted}
     */
    public static int of(int capacity, int free, int wanted, long own) {
        int first = own == 0 && free > 0 && wanted > 0 ? 1 : 0;
        return first + share(free - first - capacity / RESERVE_PART, wanted - first, own + first);
    }

    /** The i-th place is given if {@code own + i <= ALPHA * (free - i + 1)}: solved for i. */
    static int share(long free, int wanted, long own) {
        long share = Math.floorDiv(ALPHA * (free + 1) - own, ALPHA + 1);
        return (int) Math.max(0, Math.min(wanted, Math.min(free, share)));
    }
}
