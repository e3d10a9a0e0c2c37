package io.grizzlythrift.internal.call;

import io.grizzlythrift.internal.util.InitialAttribute;
import java.util.LinkedHashSet;
import java.util.Set;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.CloseType;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;

/**
 * The calls of one connection that are cancelled when it closes. All of them share one close listener: Grizzly searches
 * a list to remove a listener, so the cost of one listener per call would be quadratic in the number of calls.
 *
 * <p>Thread-safe: all mutable fields are guarded by the lock of this object. The lock is not held while calls are
 * cancelled or methods of the connection are called.
 */
final class CancelOnClose implements CloseListener<Closeable, CloseType> {
    private static final Attribute<CancelOnClose> ATTRIBUTE =
            Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(CancelOnClose.class.getName());

    private final Set<CallCancellation> calls = new LinkedHashSet<>();
    private boolean listening;
    private boolean closed;

    private CancelOnClose() {}

    /** Adds a call. It is cancelled at once if the connection is already closed. */
    static void add(Connection<?> connection, CallCancellation call) {
        of(connection).add(call, connection);
    }

    /** Removes a call, if it was added. */
    static void remove(Connection<?> connection, CallCancellation call) {
        of(connection).remove(call);
    }

    private static CancelOnClose of(Connection<?> connection) {
        return InitialAttribute.get(connection, ATTRIBUTE, CancelOnClose::new);
    }

    private void add(CallCancellation call, Connection<?> connection) {
        boolean first;
        boolean late;
        synchronized (this) {
            late = closed;
            first = !listening;
            listening = true;
            if (!late) {
                calls.add(call);
            }
        }
        if (first) {
            // facts.md#closed-comes-on-any-thread
            connection.addCloseListener(this); // notified at once if the connection is closed
        }
        if (late) {
            call.cancel();
        }
    }

    private synchronized void remove(CallCancellation call) {
        if (!closed) { // afterwards, the set is read without the lock
            calls.remove(call);
        }
    }

    @Override
    @SuppressWarnings("EmptyCatch")
    public void onClosed(Closeable connection, CloseType by) {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        for (CallCancellation call : calls) {
            try {
                call.cancel();
            } catch (Throwable noMemoryToCountIt) {
                // The other calls are still cancelled.
            }
        }
    }
}
