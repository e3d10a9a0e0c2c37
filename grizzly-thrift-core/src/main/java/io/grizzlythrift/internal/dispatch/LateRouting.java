package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.internal.frame.FrameBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

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

    /** @param submitter submits accepted calls to the threads of their routes */
    LateRouting(CallRoutes routes, Consumer<List<SubmittedBatch>> submitter) {
        this.routes = routes;
        this.submitter = submitter;
    }

    /**
     * Moves a decoded call to the threads of its method, if these are not the ones on which it was decoded. It leaves its
     * place for one of its new route; if there is none, the threads of that reject it. They get it with {@link #submit}.
     *
     * @param method the name in its header
     * @param message supplies the decoded message, in an array that belongs to it
     * @return whether the call was moved: a new object stands for it from now on
     */
    boolean move(ServerCall call, String method, Supplier<FrameBatch> message) {
        CallRoute found = routes.of(method);
        if (found.number() == call.route().number()) {
            return false;
        }
        ReceivedCalls read = new ReceivedCalls(call, message.get());
        SubmittedBatch batch = read.ofAll(found, call.priority());
        batch.admit(() -> call.origin().earlierCalls(1));
        call.leavePlace();
        call.read().noteMoved();
        if (read.charge()) {
            add(batch);
        } else {
            read.drop();
        }
        return true;
    }

    private synchronized void add(SubmittedBatch call) {
        moved.add(call);
    }

    /** Submits the calls that were moved since the last time, by any thread. */
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
