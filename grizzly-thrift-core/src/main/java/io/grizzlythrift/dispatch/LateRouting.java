package io.grizzlythrift.dispatch;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Routes the calls of one read whose method the thread that read them could not tell. They start on the threads of the
 * server. A thread that has decoded such a call moves it to the threads of its method. Calls that are moved one after
 * the other are submitted together, so that they take one place in the queue of these threads. Thread-safe: guarded by
 * the lock of this object.
 */
final class LateRouting {
    private final CallRoutes routes;
    private final Consumer<List<SubmittedBatch>> submitter;
    private List<SubmittedBatch> moved = new ArrayList<>();

    /** @param submitter submits calls of one read, each a batch of its own, to the threads of their routes */
    LateRouting(CallRoutes routes, Consumer<List<SubmittedBatch>> submitter) {
        this.routes = routes;
        this.submitter = submitter;
    }

    CallRoute routeOf(String method) {
        return routes.of(method);
    }

    synchronized void add(SubmittedBatch call) {
        moved.add(call);
    }

    /** Submits the calls added since the last time, by any thread. */
    void submit() {
        List<SubmittedBatch> taken;
        synchronized (this) {
            taken = moved;
            if (!taken.isEmpty()) {
                moved = new ArrayList<>();
            }
        }
        if (!taken.isEmpty()) {
            submitter.accept(taken);
        }
    }
}
