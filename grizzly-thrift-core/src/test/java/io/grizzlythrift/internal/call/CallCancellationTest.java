package io.grizzlythrift.internal.call;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.internal.memory.MemoryBudget;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.OwnLog;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.AttributeHolder;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests which listeners are notified that a call is cancelled. */
@Test(timeOut = 60_000, singleThreaded = true)
public class CallCancellationTest {
    private static final int ID = 17;

    private final List<CancelOnClose> closeListeners = new ArrayList<>();
    private boolean open;
    private AttributeHolder attributes;
    private AtomicInteger counted;
    private CancelCallbacks callbacks;
    private CancelledCalls notices;
    private List<String> told;

    @BeforeMethod
    void begin() {
        open = true;
        attributes = Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createSafeAttributeHolder();
        closeListeners.clear();
        counted = new AtomicInteger();
        callbacks = new CancelCallbacks("cancellation", counted::incrementAndGet);
        notices = new CancelledCalls(new MemoryBudget(1 << 20).open());
        told = new CopyOnWriteArrayList<>();
    }

    @AfterMethod(alwaysRun = true)
    void end() {
        callbacks.close();
    }

    /** Like Grizzly's connection: a listener that is added after the close is notified at once. */
    private Connection<?> connection() {
        return (Connection<?>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    return switch (method.getName()) {
                        case "isOpen" -> open;
                        case "getAttributes" -> attributes;
                        case "addCloseListener" -> {
                            addCloseListener((CancelOnClose) arguments[0]);
                            yield null;
                        }
                        default -> throw new AssertionError(method);
                    };
                });
    }

    private void addCloseListener(CancelOnClose listener) {
        if (open) {
            closeListeners.add(listener);
        } else {
            listener.onClosed(null, null);
        }
    }

    private CallCancellation call(boolean oneway) {
        return new CallCancellation(caller(), callbacks, ID, 0, oneway);
    }

    private CallCancellation.Caller caller() {
        Connection<?> connection = connection();
        return new ConnectionCaller() {
            @Override
            public Connection<?> connection() {
                return connection;
            }

            @Override
            public CancelledCalls cancelledCalls() {
                return notices;
            }
        };
    }

    private void close() {
        open = false;
        for (CancelOnClose listener : List.copyOf(closeListeners)) {
            listener.onClosed(null, null);
        }
    }

    private static CancelCallbacks.Task task(Runnable listeners) {
        return new CancelCallbacks.Task() {
            @Override
            void runListeners() {
                listeners.run();
            }
        };
    }

    /** Waits until the thread of the listeners has run everything. */
    private void awaitListeners() throws Exception {
        CompletableFuture<Void> last = new CompletableFuture<>();
        callbacks.add(task(() -> last.complete(null)));
        last.get(30, TimeUnit.SECONDS);
    }

    public void byANotice() throws Exception {
        CallCancellation call = call(false);
        call.onCancel(() -> told.add("first"));
        call.onCancel(() -> told.add("second"));
        assertFalse(call.isCancelled());
        notices.cancel(ID, 1, 1, 0);
        notices.cancel(ID, 1, 1, 0);
        assertTrue(call.isCancelled());
        awaitListeners();
        assertEquals(told, List.of("first", "second"));
        call.end();
        assertTrue(call.isCancelled());
        assertEquals(counted.get(), 1);
        assertEquals(notices.size(), 0);
    }

    /** So that a listener finds its call counted. */
    public void countedBeforeAnybodyIsTold() throws Exception {
        callbacks.close();
        callbacks = new CancelCallbacks("cancellation", () -> told.add("counted"));
        CallCancellation call = call(false);
        call.onCancel(() -> told.add("listener"));
        notices.cancel(ID, 1, 1, 0);
        awaitListeners();
        assertEquals(told, List.of("counted", "listener"));
    }

    /** For example, because there is no memory. */
    public void aCountThatFailsCancelsAllTheSame() throws Exception {
        callbacks.close();
        callbacks = new CancelCallbacks("cancellation", () -> {
            throw new OutOfMemoryError("count");
        });
        CallCancellation call = call(false);
        call.onCancel(() -> told.add("told"));
        notices.cancel(ID, 1, 1, 0);
        assertTrue(call.isCancelled());
        awaitListeners();
        assertEquals(told, List.of("told"));
    }

    public void byTheEndOfItsConnection() throws Exception {
        CallCancellation call = call(false);
        call.onCancel(() -> told.add(Thread.currentThread().getName()));
        close();
        awaitListeners();
        assertEquals(told, List.of("cancellation-cancel-callbacks"));
        assertTrue(call.isCancelled());
        assertEquals(counted.get(), 1);
    }

    public void beforeAnybodyAsked() throws Exception {
        for (boolean byNotice : new boolean[] {true, false}) {
            begin();
            CallCancellation asked = call(false);
            CallCancellation listening = call(false);
            if (byNotice) {
                notices.cancel(ID, 1, 1, 0);
            } else {
                close();
            }
            assertTrue(asked.isCancelled());
            if (byNotice) {
                notices.cancel(ID, 1, 1, 0);
            }
            listening.onCancel(() -> told.add("late"));
            awaitListeners();
            listening.onCancel(
                    () -> told.add("later on " + Thread.currentThread().getName()));
            assertEquals(
                    told, List.of("late", "later on " + Thread.currentThread().getName()));
            assertEquals(counted.get(), 2);
        }
    }

    /** Cancellation was never queried: the notice is found, and counted, when the call ends. */
    public void neverAsked() {
        CallCancellation call = call(false);
        notices.cancel(ID, 1, 1, 0);
        call.end();
        call.end();
        assertEquals(counted.get(), 1);
        assertFalse(call.isCancelled());
        assertEquals(notices.size(), 0);
    }

    public void afterTheEndNobodyIsTold() throws Exception {
        CallCancellation call = call(false);
        call.onCancel(() -> told.add("before"));
        call.interrupt(Thread.currentThread());
        call.end();
        notices.cancel(ID, 1, 1, 0);
        call.cancel();
        close();
        call.onCancel(() -> told.add("after"));
        awaitListeners();
        assertEquals(told, List.of());
        assertFalse(Thread.interrupted());
        assertFalse(call.isCancelled());
        assertEquals(counted.get(), 0);
    }

    /** While a listener hangs, more and more calls are cancelled and end: they must not be kept. */
    public void endedCallsLeaveTheQueue() throws Exception {
        CompletableFuture<Void> held = new CompletableFuture<>();
        callbacks.add(task(held::join));
        List<WeakReference<Object>> captured = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Object argument = new byte[1_000];
            captured.add(new WeakReference<>(argument));
            CallCancellation call = new CallCancellation(caller(), callbacks, i, i, true);
            CallContext.Registration listener = call.onCancel(() -> told.add(argument.toString()));
            captured.add(new WeakReference<>(call));
            call.cancel();
            if (i % 2 == 0) {
                listener.remove();
            }
            call.end();
        }
        Await.that("the arguments are kept", () -> {
            System.gc();
            return captured.stream().allMatch(argument -> argument.get() == null);
        });
        held.complete(null);
        awaitListeners();
        assertEquals(told, List.of());
        assertEquals(counted.get(), 100);
    }

    /** The call is cancelled, but ends before its listeners have started. */
    public void theEndOvertakesTheListeners() throws Exception {
        CompletableFuture<Void> held = new CompletableFuture<>();
        callbacks.add(task(held::join));
        CallCancellation call = call(false);
        call.onCancel(() -> told.add("too late"));
        notices.cancel(ID, 1, 1, 0);
        call.end();
        held.complete(null);
        awaitListeners();
        assertEquals(told, List.of());
        assertTrue(call.isCancelled());
    }

    public void aRemovedListenerIsNotTold() throws Exception {
        CallCancellation call = call(false);
        CallContext.Registration removed = call.onCancel(() -> told.add("removed"));
        call.onCancel(() -> told.add("kept"));
        removed.remove();
        removed.remove();
        notices.cancel(ID, 1, 1, 0);
        awaitListeners();
        assertEquals(told, List.of("kept"));
        removed.remove();
    }

    public void aListenerThatFailsIsLogged() throws Exception {
        try (OwnLog log = OwnLog.start()) {
            CallCancellation call = call(false);
            call.onCancel(() -> {
                throw new IllegalStateException("expected");
            });
            call.onCancel(() -> told.add("next"));
            notices.cancel(ID, 1, 1, 0);
            Await.that("the next listener does not run", () -> told.equals(List.of("next")));
            assertEquals(log.count(Level.SEVERE, "a listener of a cancelled call failed"), 1);
        }
    }

    public void aOnewayCallOutlivesItsConnection() throws Exception {
        CallCancellation call = call(true);
        call.onCancel(() -> told.add("cancelled"));
        close();
        assertFalse(call.isCancelled());
        notices.cancel(ID, 1, 1, 0);
        awaitListeners();
        assertEquals(told, List.of("cancelled"));
    }

    public void itsThreadIsInterrupted() {
        CallCancellation call = call(false);
        call.interrupt(Thread.currentThread());
        notices.cancel(ID, 1, 1, 0);
        assertTrue(Thread.interrupted());
    }

    /** The other call with the same id is not affected, but is cancelled when its connection closes. */
    public void twoCallsOfOneId() throws Exception {
        CallCancellation first = call(false);
        CallCancellation second = call(false);
        first.onCancel(() -> told.add("first"));
        second.onCancel(() -> told.add("second"));
        notices.cancel(ID, 2, 2, 0);
        awaitListeners();
        assertEquals(told, List.of("first"));
        second.end();
        first.end();
        assertEquals(counted.get(), 1);
    }

    /** Tests that thousands of calls cost the connection one listener, and that each call is removed separately. */
    public void oneCloseListenerForAllCalls() throws Exception {
        List<CallCancellation> calls = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            CallCancellation call = call(false);
            String name = "call " + i;
            call.onCancel(() -> told.add(name));
            calls.add(call);
        }
        assertEquals(closeListeners.size(), 1);
        for (CallCancellation call : calls.subList(1, calls.size() - 1)) {
            call.end();
        }
        close();
        awaitListeners();
        assertEquals(told, List.of("call 0", "call 4999"));
        assertEquals(counted.get(), 2);
        assertFalse(calls.get(17).isCancelled());
    }

    /** Tests a call that is watched only after its connection has closed and other calls were notified. */
    public void watchedAfterTheEndOfItsConnection() throws Exception {
        CallCancellation before = call(false);
        CallCancellation after = call(false);
        before.onCancel(() -> told.add("before"));
        close();
        after.onCancel(() -> told.add("after"));
        awaitListeners();
        assertEquals(told, List.of("before", "after"));
        assertEquals(counted.get(), 2);
        assertEquals(closeListeners.size(), 1);
    }

    /** Tests that listeners of a cancelled call are not delayed, and use no memory, while another listener blocks. */
    public void aListenerThatComesLateRunsAtOnce() throws Exception {
        CompletableFuture<Void> held = new CompletableFuture<>();
        callbacks.add(task(held::join));
        CallCancellation call = call(false);
        close();
        assertTrue(call.isCancelled());
        Thread thread = Thread.currentThread();
        try (OwnLog log = OwnLog.start()) {
            for (int i = 0; i < 10_000; i++) {
                call.onCancel(() -> {
                    told.add("told");
                    assertEquals(Thread.currentThread(), thread);
                });
            }
            call.onCancel(() -> {
                throw new IllegalStateException("expected");
            });
            assertEquals(log.count(Level.SEVERE, "a listener of a cancelled call failed"), 1);
        }
        assertEquals(told.size(), 10_000);
        held.complete(null);
        awaitListeners();
    }

    public void whatEndedBeforeAnybodyAsked() {
        assertFalse(CallCancellation.ENDED.isCancelled());
        CallCancellation.ENDED.onCancel(() -> told.add("told")).remove();
        CallCancellation.ENDED.end();
        assertFalse(CallCancellation.ENDED.isCancelled());
        assertEquals(told, List.of());
    }
}
