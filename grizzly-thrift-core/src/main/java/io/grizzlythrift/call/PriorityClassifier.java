package io.grizzlythrift.call;

/**
 * Chooses the priority of each call before it waits for a thread.
 *
 * <pre>{@code
 * PriorityClassifier trusted = call ->
 *         isOurs(call.peerAddress()) ? PriorityClassifier.FROM_HEADER.of(call) : CallPriority.NORMAL;
 * }</pre>
 *
 * <p>Called on the threads that read: for each call of a connection with headers, and once per read of any other
 * connection. So it must be quick and thread-safe, and must never block. If it throws or returns null, this is logged,
 * and the priority is {@link CallPriority#NORMAL}.
 */
@FunctionalInterface
public interface PriorityClassifier {
    /**
     * The priority that the caller sets in {@link CallPriority#HEADER}; {@link CallPriority#NORMAL} if it sets none.
     */
    PriorityClassifier FROM_HEADER = call ->
            call.header(CallPriority.HEADER).flatMap(CallPriority::ofHeader).orElse(CallPriority.NORMAL);

    /**
     * Returns the priority of a call.
     *
     * @param call valid until this method returns
     * @return its priority
     */
    CallPriority of(ArrivedCall call);
}
