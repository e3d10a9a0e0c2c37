package io.grizzlythrift.strategy.internal.queue;

/**
 * Divides a number of places fairly between users. A user may hold at most {@value #ALPHA} times as many places as are
 * free: the dynamic threshold of Choudhury and Hahne, "Dynamic queue length thresholds for shared-memory packet switches"
 * (1998). In addition, one place in {@value #RESERVE_PART} is reserved as the first place of users that hold none, however
 * many greedy users arrive at once. So a single user can hold five sixths of the places, many users share them evenly, and
 * a user that holds none finds room. If there are at most {@value #ALPHA} places, one user may hold all of them.
 */
public final class FairShare {
    static final int ALPHA = 8;
    static final int RESERVE_PART = 16;

    private FairShare() {}

    /**
     * Returns how many more places a user may take.
     *
     * @param capacity the total number of places, at least 1
     * @param free the number of free places
     * @param wanted how many places the user requests
     * @param own how many places the user holds
     * @return 0 to {@code wanted}
     */
    public static int of(int capacity, int free, int wanted, long own) {
        return of(capacity, free, 0, wanted, own);
    }

    /**
     * Returns how many more places a user may take if some are reserved for others. The first place of a user that holds none
     * is exempt from that.
     *
     * @param capacity the total number of places, at least 1
     * @param free the number of free places
     * @param reserved how many of the free places are reserved for others
     * @param wanted how many places the user requests
     * @param own how many places the user holds
     * @return 0 to {@code wanted}
     */
    public static int of(int capacity, int free, int reserved, int wanted, long own) {
        int guaranteed = own == 0 && free > 0 && wanted > 0 ? 1 : 0;
        long shared = (long) free - guaranteed - capacity / RESERVE_PART - reserved;
        return guaranteed + share(shared, wanted - guaranteed, own + guaranteed);
    }

    /**
     * Returns how many of the places of a queue, or of any bounded resource, a priority leaves to higher ones.
     *
     * @param priority 0 is the highest
     * @param places the total number of places
     */
    public static int reservedFrom(int priority, int places) {
        return (int) ((long) places * priority / RESERVE_PART);
    }

    /** Grants the i-th place if {@code own + i <= ALPHA * (free - i + 1)}, solved for i. */
    static int share(long free, int wanted, long own) {
        long share = Math.floorDiv(ALPHA * (free + 1) - own, ALPHA + 1);
        return (int) Math.max(0, Math.min(wanted, Math.min(free, share)));
    }
}
