package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.inspect.CallSnapshot;
import io.grizzlythrift.inspect.CallState;
import io.grizzlythrift.internal.frame.FrameBatch;
import io.grizzlythrift.internal.message.MessageName;
import io.grizzlythrift.internal.message.MultiplexedName;
import io.grizzlythrift.internal.security.CallProof;
import io.grizzlythrift.internal.util.PeerText;
import io.grizzlythrift.internal.util.ThreadStacks;
import io.grizzlythrift.security.Identity;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import org.apache.thrift.protocol.TMessage;

/**
 * Finds the oldest calls in flight of a server, where they are anyway: in the queues of connections, in the executors of threads,
 * and among the calls whose asynchronous handlers have not replied. So a call costs nothing more because somebody may look.
 *
 * <pre>
 *   QueuedBatches of each connection -- QUEUED, RECEIVED --+
 *   CallExecutor of each thread ------- RUNNING -----------+--> the oldest --> CallSnapshot, unless it has ended meanwhile
 *   PendingAsyncCalls ----------------- AWAITING_REPLY ----+
 * </pre>
 *
 * <p>It looks there in the order in which a call passes, so that a call is found, perhaps twice, unless it moves while it is being
 * found. Used by one thread, once. Takes the lock of each queue for as long as it takes to copy the batches that may be listed.
 */
public final class CallsInFlight {
    private static final int MAX_NAME_BYTES = CallSnapshot.MAX_NAME_CHARS;

    private final int max;
    private final long now;

    /** The oldest so far, the youngest of them first. */
    private final PriorityQueue<Candidate> oldest = new PriorityQueue<>(Comparator.comparingLong(Candidate::ageNanos));

    private final Set<ServerCall> running = Collections.newSetFromMap(new IdentityHashMap<>());

    /** Batches with calls behind a running one of the same read. */
    private final Set<SubmittedBatch> behind = Collections.newSetFromMap(new IdentityHashMap<>());

    /**
     * A call that may be listed.
     *
     * @param call null if no thread has claimed it
     * @param runner runs it, or null
     * @param batch holds it at a position, or null
     */
    private record Candidate(
            long ageNanos, CallState state, ServerCall call, CallExecutor runner, SubmittedBatch batch, int position) {}

    /**
     * Begins to look.
     *
     * @param max how many calls to find
     * @param now as {@link System#nanoTime()}
     */
    CallsInFlight(int max, long now) {
        this.max = max;
        this.now = now;
    }

    /** Adds the call that an executor runs. Call this after all of {@link #addQueued}. */
    void addRunning(CallExecutor executor) {
        ServerCall call = executor.running();
        if (call == null || !running.add(call)) {
            return;
        }
        long age = now - call.read().arrival();
        if (mayAdd(age)) {
            add(new Candidate(age, CallState.RUNNING, call, executor, null, 0));
        }
        call.read().batches().stream().filter(batch -> batch.unclaimed() > 0).forEach(behind::add);
    }

    /** Adds a call whose handler has returned. Call this after all of {@link #addRunning}. */
    void addPending(ServerCall call) {
        long age = now - call.read().arrival();
        if (mayAdd(age) && !running.contains(call)) {
            add(new Candidate(age, CallState.AWAITING_REPLY, call, null, null, 0));
        }
    }

    /** Adds the calls that wait in the queue of a connection. */
    public void addQueued(QueuedBatches queue) {
        for (SubmittedBatch batch : queue.oldest(max)) {
            addUnclaimed(batch, batch.isUnproved() ? CallState.RECEIVED : CallState.QUEUED);
        }
    }

    private void addUnclaimed(SubmittedBatch batch, CallState state) {
        long age = now - batch.read().arrival();
        for (int position = batch.firstUnclaimed(); position < batch.size() && mayAdd(age); position++) {
            add(new Candidate(age, state, null, null, batch, position));
        }
    }

    private boolean mayAdd(long age) {
        return oldest.size() < max || (max > 0 && age > oldest.element().ageNanos());
    }

    private void add(Candidate candidate) {
        oldest.add(candidate);
        if (oldest.size() > max) {
            oldest.remove();
        }
    }

    /**
     * {@return the oldest calls that have not ended meanwhile, the oldest first} Called once, last.
     *
     * @param stackFrames how many frames of the stacks of running calls to include
     */
    public List<CallSnapshot> calls(int stackFrames) {
        oldest.forEach(queued -> behind.remove(queued.batch()));
        behind.forEach(batch -> addUnclaimed(batch, CallState.RECEIVED));
        List<Candidate> found = new ArrayList<>(oldest);
        found.sort(Comparator.comparingLong(Candidate::ageNanos).reversed());
        Map<Thread, StackTraceElement[]> stacks = stackFrames == 0 ? Map.of() : stacks(found, stackFrames);
        List<CallSnapshot> calls = new ArrayList<>(found.size());
        for (Candidate each : found) {
            CallSnapshot call = each.call() == null ? ofWaiting(each) : ofClaimed(each, stacks);
            if (call != null) {
                calls.add(call);
            }
        }
        return calls;
    }

    private static Map<Thread, StackTraceElement[]> stacks(List<Candidate> found, int frames) {
        List<Thread> threads = new ArrayList<>();
        for (Candidate each : found) {
            Thread thread = each.runner() == null ? null : each.runner().thread();
            if (thread != null) {
                threads.add(thread);
            }
        }
        return threads.isEmpty() ? Map.of() : ThreadStacks.of(threads, frames);
    }

    /** Returns null if the call was claimed meanwhile. */
    private CallSnapshot ofWaiting(Candidate of) {
        String name = of.batch().nameAt(of.position());
        if (name == null) {
            return null;
        }
        CallOrigin origin = of.batch().read().origin();
        CallProof proof = of.batch().proofAt(of.position());
        return new CallSnapshot(
                MultiplexedName.serviceOf(name),
                MultiplexedName.methodOf(name),
                of.state(),
                Duration.ofNanos(of.ageNanos()),
                remaining(of.batch().route().callTimeoutNanos(), of.ageNanos()),
                PeerText.of(origin.peerAddress()),
                (proof == null ? origin.identity() : proof.identity()).map(Identity::principal),
                Optional.empty(),
                List.of());
    }

    /** Returns null if the call has ended meanwhile: then the stack would be that of another one. */
    private CallSnapshot ofClaimed(Candidate of, Map<Thread, StackTraceElement[]> stacks) {
        ServerCall call = of.call();
        CallExecutor runner = of.runner();
        Thread thread = runner == null ? null : runner.thread();
        if (runner != null && runner.running() != call) {
            return null;
        }
        TMessage header = call.header();
        String name = header == null ? "" : header.name;
        StackTraceElement[] stack = thread == null ? null : stacks.get(thread);
        return new CallSnapshot(
                shortened(MultiplexedName.serviceOf(name)),
                shortened(MultiplexedName.methodOf(name)),
                of.state(),
                Duration.ofNanos(of.ageNanos()),
                remaining(call.timeoutNanos(), of.ageNanos()),
                PeerText.of(call.peerAddress()),
                call.identity().map(Identity::principal),
                Optional.ofNullable(thread).map(Thread::getName),
                stack == null ? List.of() : List.of(stack));
    }

    private static Duration remaining(long timeoutNanos, long ageNanos) {
        return Duration.ofNanos(Math.max(0, timeoutNanos - ageNanos));
    }

    private static String shortened(String name) {
        return name.length() <= CallSnapshot.MAX_NAME_CHARS ? name : name.substring(0, CallSnapshot.MAX_NAME_CHARS);
    }

    /**
     * {@return the name in the header of a message that is not decoded; empty if only a decoder can tell it, or its bytes are
     * released} Any thread: if another one releases the bytes meanwhile, the result has no meaning.
     */
    static String nameOf(FrameBatch frames, int frame) {
        byte[] array = frames.isTransformed(frame) ? null : frames.array(frame);
        int offset = frames.offset(frame);
        int length = frames.length(frame);
        if (array == null || offset < 0 || length < 0 || length > array.length - offset) {
            return "";
        }
        long name = MessageName.find(array, offset, length);
        if (name == MessageName.NONE) {
            name = MessageName.findInJson(array, offset, length);
        }
        return name == MessageName.NONE
                ? ""
                : new String(
                        array,
                        MessageName.offset(name),
                        Math.min(MessageName.length(name), MAX_NAME_BYTES),
                        StandardCharsets.UTF_8);
    }
}
