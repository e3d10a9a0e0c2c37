package io.grizzlythrift.client.internal.connection;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallResults;
import io.grizzlythrift.client.testing.CallerThread;
import io.grizzlythrift.client.testing.ClientInternals;
import io.grizzlythrift.client.testing.CountedCallback;
import io.grizzlythrift.client.testing.scripted.ProbeServer;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.TestSize;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.annotations.Test;

/** A thread makes blocking calls one by one, and at any moment another call joins it on the only connection. */
public class LoneCallerStressTest {
    private static final int ROUNDS = TestSize.inSoak(TestSize.of(200, 2_000), 60_000);
    private static final int CALLS = 40;

    /** What joins or interrupts the calls of the thread. */
    private enum Joins {
        CALLBACK,
        BLOCKING,
        ONEWAY,
        INTERRUPT
    }

    private final AtomicInteger begun = new AtomicInteger();

    @Test(timeOut = 600_000)
    public void everyCallGetsItsOwnReply() throws Exception {
        Random random = new Random(7);
        Set<String> readers = new HashSet<>();
        Set<Joins> joined = EnumSet.noneOf(Joins.class);
        try (ProbeServer server = ProbeServer.echoing(ThriftProtocol.COMPACT);
                ThriftClient client = server.client().build()) {
            assertEquals(client.stub(Probe.Iface.class).echo("first"), "first");
            PooledConnection connection =
                    ClientInternals.openConnections(client).get(0);
            for (int round = 0; round < ROUNDS; round++) {
                begun.set(0);
                CompletableFuture<Thread> caller = new CompletableFuture<>();
                CompletableFuture<Integer> calls = CallerThread.start(() -> {
                    caller.complete(Thread.currentThread());
                    return callOneByOne(client);
                });
                int moment = random.nextInt(CALLS);
                while (begun.get() < moment) {
                    Thread.onSpinWait();
                }
                Joins joins = Joins.values()[random.nextInt(Joins.values().length)];
                joined.add(joins);
                readers.add(ClientInternals.reader(connection));
                join(client, joins, CallResults.result(caller));
                int interrupted = CallResults.result(calls);
                assertTrue(interrupted <= (joins == Joins.INTERRUPT ? 1 : 0), interrupted + " of round " + round);
            }
            assertEquals(client.counters().connectAttempts(), 1);
        }
        assertTrue(readers.contains("CALLER"), "no call joined one that was read by its caller, only " + readers);
        assertEquals(joined, EnumSet.allOf(Joins.class));
    }

    /** Returns how many were interrupted. */
    private int callOneByOne(ThriftClient client) throws Exception {
        int interrupted = 0;
        Probe.Iface stub = client.stub(Probe.Iface.class);
        for (int i = 0; i < CALLS; i++) {
            begun.incrementAndGet();
            try {
                assertEquals(stub.echo("own " + i), "own " + i);
            } catch (CallFailedException e) {
                assertEquals(e.failure(), FailureCause.CANCELLED, e.getMessage());
                assertTrue(Thread.interrupted());
                interrupted++;
            }
        }
        return interrupted;
    }

    private static void join(ThriftClient client, Joins joins, Thread caller) throws Exception {
        switch (joins) {
            case CALLBACK -> {
                CountedCallback<String> callback = new CountedCallback<>();
                client.stub(Probe.AsyncIface.class).echo("joins", callback);
                assertEquals(CallResults.result(callback.end()), "joins");
                assertTrue(
                        callback.thread().getName().contains("-selector-"),
                        callback.thread().getName());
            }
            case BLOCKING -> assertEquals(client.stub(Probe.Iface.class).echo("joins"), "joins");
            case ONEWAY -> client.stub(Probe.Iface.class).note("joins");
            case INTERRUPT -> caller.interrupt();
        }
    }
}
