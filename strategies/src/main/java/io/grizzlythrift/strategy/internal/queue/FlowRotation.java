package io.grizzlythrift.strategy.internal.queue;

/**
 * The ready flows of one priority. As in RFC 8290 (FQ-CoDel) there are two lists. A flow whose only work is a single call
 * joins the new flows, which are served first; a flow with a backlog joins the old flows, which are served in rotation.
 * Unlike in FQ-CoDel, a flow becomes new again as soon as all its work is finished, so a flow with one call at a time never
 * waits for a full rotation. To keep old flows from starving, at most {@value #MAX_NEW_IN_A_ROW} new flows are served in a
 * row while an old flow waits.
 */
final class FlowRotation {
    static final int MAX_NEW_IN_A_ROW = 3;

    final FlowList newFlows = new FlowList();
    final FlowList oldFlows = new FlowList();

    /** The number of new flows served since an old flow was, at most {@value #MAX_NEW_IN_A_ROW}. */
    private int newInARow;

    boolean isEmpty() {
        return newFlows.isEmpty() && oldFlows.isEmpty();
    }

    FlowList listFor(FlowQueue queue) {
        return queue.head.isAlone() ? newFlows : oldFlows;
    }

    /**
     * Returns the flow to serve next. There must be one.
     *
     * @param newestFirst whether the newest of the new flows goes first
     */
    FlowQueue next(boolean newestFirst) {
        if (!isNewNext()) {
            return oldFlows.first();
        }
        return newestFirst ? newFlows.last() : newFlows.first();
    }

    private boolean isNewNext() {
        return !newFlows.isEmpty() && (newInARow < MAX_NEW_IN_A_ROW || oldFlows.isEmpty());
    }

    /** Records that {@link #next} is about to be served. */
    void served() {
        newInARow = isNewNext() ? Math.min(MAX_NEW_IN_A_ROW, newInARow + 1) : 0;
    }
}
