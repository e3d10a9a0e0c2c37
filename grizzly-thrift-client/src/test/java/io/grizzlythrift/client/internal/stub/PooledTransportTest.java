package io.grizzlythrift.client.internal.stub;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.call.CallTimeoutException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.gen.Refused;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.server.ProbeValues;
import io.grizzlythrift.client.testing.server.Servers;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.Await;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Factory;
import org.testng.annotations.Test;

/**
 * Tests generated clients over transports of the pool, with servers of this library and of libthrift, in each protocol.
 */
@Test(timeOut = 60_000)
public final class PooledTransportTest extends ProbeContract {
    /** One server of each kind: replies in order or as completed, this library or libthrift. */
    @DataProvider
    static Object[][] serversAndProtocols() {
        List<Object[]> rows = new ArrayList<>();
        for (ThriftProtocol protocol : ThriftProtocol.values()) {
            rows.add(new Object[] {Servers.WORKER_THREAD, protocol});
            rows.add(new Object[] {Servers.WORKER_THREAD_AS_COMPLETED, protocol});
            rows.add(new Object[] {Servers.THREADED_SELECTOR, protocol});
        }
        return rows.toArray(Object[][]::new);
    }

    @Factory(dataProvider = "serversAndProtocols")
    public PooledTransportTest(Servers kind, ThriftProtocol protocol) {
        super(kind, protocol);
    }

    private Probe.Client over(TTransport transport) {
        return new Probe.Client(protocol.getProtocol(transport));
    }

    public void calls() throws Exception {
        try (TTransport transport = client.transport()) {
            transport.open();
            assertTrue(transport.isOpen());
            Probe.Client calls = over(transport);
            calls.ping();
            assertEquals(calls.baseEcho(-1), -1);
            for (String text : ProbeValues.STRINGS) {
                assertEquals(calls.echo(text), text);
            }
            assertEquals(calls.echoBytes(ProbeValues.bytes(70_000)), ProbeValues.bytes(70_000));
            assertEquals(calls.echoParcel(ProbeValues.fullParcel()), ProbeValues.fullParcel());
            assertEquals(calls.add(1, Long.MIN_VALUE), Long.MIN_VALUE + 1);
            calls.store(ProbeValues.emptyParcel());
            assertEquals(handler.stored().orElseThrow(), ProbeValues.emptyParcel());
        }
    }

    public void megabytes() throws Exception {
        try (TTransport transport = client.transport()) {
            ByteBuffer bytes = ProbeValues.bytes(ProbeValues.MEGABYTE);
            assertEquals(over(transport).echoBytes(bytes), bytes);
            assertEquals(over(transport).echo("small again"), "small again");
        }
    }

    public void exceptionsArriveAsThemselves() throws Exception {
        try (TTransport transport = client.transport()) {
            Probe.Client calls = over(transport);
            assertEquals(expectThrows(Refused.class, () -> calls.judge(1)), new Refused(41).setReason("nö"));
            assertEquals(
                    expectThrows(TApplicationException.class, () -> calls.judge(2))
                            .getType(),
                    TApplicationException.INTERNAL_ERROR);
            assertEquals(
                    expectThrows(TApplicationException.class, calls::nothing).getType(),
                    TApplicationException.MISSING_RESULT);
            assertEquals(calls.judge(0), "free");
        }
    }

    public void onewayCalls() throws Exception {
        try (TTransport transport = client.transport()) {
            Probe.Client calls = over(transport);
            calls.note("by transport");
            assertEquals(handler.awaitNote(), "by transport");
            assertEquals(calls.echo("the first reply"), "the first reply");
        }
    }

    /** Each client uses the transport like its own connection: both number their first call 1. */
    public void sendSendReceiveReceive() throws Exception {
        try (TTransport one = client.transport();
                TTransport two = client.transport()) {
            Probe.Client first = over(one);
            Probe.Client second = over(two);
            for (int i = 0; i < 10; i++) {
                first.send_echo("first " + i);
                second.send_echo("second " + i);
                assertEquals(second.recv_echo(), "second " + i);
                assertEquals(first.recv_echo(), "first " + i);
            }
        }
    }

    /** Also if the server replies in another order. */
    public void repliesAreReadInTheOrderOfTheCalls() throws Exception {
        String key = "transport " + this;
        try (TTransport transport = client.transport()) {
            TProtocol shared = protocol.getProtocol(transport);
            Probe.Client slow = new Probe.Client(shared);
            Probe.Client fast = new Probe.Client(shared);
            slow.send_held(key);
            fast.send_echo("fast");
            handler.awaitHeld(key);
            handler.release(key);
            assertEquals(slow.recv_held(), key);
            assertEquals(fast.recv_echo(), "fast");
        }
    }

    /** The ids of the connection differ from those of the clients, even in their length on the wire. */
    public void aClientGetsItsOwnSequenceIdBack() throws Exception {
        try (TTransport transport = client.transport()) {
            TProtocol wire = protocol.getProtocol(transport);
            for (int id : new int[] {0, 1, -1, 77, 1 << 20, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
                wire.writeMessageBegin(new TMessage("echo", TMessageType.CALL, id));
                new Probe.echo_args("id " + id).write(wire);
                wire.writeMessageEnd();
                transport.flush();
                TMessage reply = wire.readMessageBegin();
                Probe.echo_result result = new Probe.echo_result();
                result.read(wire);
                wire.readMessageEnd();
                assertEquals(reply, new TMessage("echo", TMessageType.REPLY, id));
                assertEquals(result.getSuccess(), "id " + id);
            }
        }
    }

    public void manyThreadsShareTheConnection() throws Exception {
        List<CompletableFuture<Void>> threads = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            String name = "thread " + thread;
            threads.add(
                    CompletableFuture.runAsync(() -> callAsOneOfMany(name), task -> new Thread(task, name).start()));
        }
        for (CompletableFuture<Void> thread : threads) {
            CallStyle.result(thread);
        }
    }

    private void callAsOneOfMany(String name) {
        try (TTransport transport = client.transport()) {
            Probe.Client calls = over(transport);
            for (int i = 0; i < 50; i++) {
                assertEquals(calls.echo(name + ", call " + i), name + ", call " + i);
            }
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    public void aTimeoutIsATransportException() throws Exception {
        String key = "too slow " + this;
        Duration timeout = Duration.ofMillis(40);
        try (ThriftClient own = newClient(1);
                TTransport transport = own.transport(CallOptions.create().withTimeout(timeout))) {
            Probe.Client calls = over(transport);
            long begin = System.nanoTime();
            TTransportException thrown = expectThrows(TTransportException.class, () -> calls.held(key));
            assertTrue(System.nanoTime() - begin >= timeout.toNanos(), "timed out too early");
            assertEquals(thrown.getType(), TTransportException.TIMED_OUT);
            assertTrue(thrown instanceof CallTimeoutException, thrown.toString());
            CallTimeoutException failure = (CallTimeoutException) thrown;
            assertEquals(failure.method(), "held");
            assertEquals(failure.timeout(), timeout);
            handler.release(key);
            long late = failure.mayHaveRun() ? 1 : 0; // connecting may take longer than the deadline
            Await.that("no late reply", () -> own.counters().lateReplies() == late);
            try (TTransport patient = own.transport()) {
                assertEquals(over(patient).echo("on the same connection"), "on the same connection");
            }
            assertEquals(own.counters().connectAttempts(), 1);
        }
    }

    public void closingAbandonsPendingCalls() throws Exception {
        String key = "abandoned " + this;
        try (ThriftClient own = newClient(1)) {
            TTransport transport = own.transport();
            over(transport).send_held(key);
            handler.awaitHeld(key);
            transport.close();
            transport.close();
            assertEquals(own.counters().failed(FailureCause.CANCELLED), 1);
            assertEquals(own.counters().inFlight(), 0);
            handler.release(key);
            Await.that("no late reply", () -> own.counters().lateReplies() == 1);
            try (TTransport another = own.transport()) {
                assertEquals(over(another).echo("on the same connection"), "on the same connection");
            }
            assertEquals(own.counters().connectAttempts(), 1);
        }
    }

    /** The reply wakes the thread that waits for it, which need not be the one that started the call. */
    public void anotherThreadMayReceive() throws Exception {
        String key = "another thread of " + this;
        try (TTransport transport = client.transport(CallOptions.create().withTimeout(Duration.ofHours(1)))) {
            Probe.Client calls = over(transport);
            calls.send_held(key);
            handler.awaitHeld(key);
            CompletableFuture<String> received = new CompletableFuture<>();
            Thread receiver = new Thread(() -> {
                try {
                    received.complete(calls.recv_held());
                } catch (Throwable t) {
                    received.completeExceptionally(t);
                }
            });
            receiver.setDaemon(true);
            receiver.start();
            Await.that("the receiver does not wait", () -> receiver.getState() == Thread.State.TIMED_WAITING);
            handler.release(key);
            assertEquals(CallStyle.result(received), key);
        }
    }

    /** Closing drops a reply that has arrived but was not read. */
    public void closingDropsUnreadReplies() throws Exception {
        try (ThriftClient own = newClient(1)) {
            Probe.Client calls = over(own.transport());
            calls.send_echo("not read");
            calls.send_judge(1);
            Await.that("not replied", () -> own.counters().completed() == 2);
            assertEquals(own.counters().inFlight(), 0);
            assertTrue(own.shutdown(Duration.ofHours(1)));
            assertEquals(own.counters().failed(), 0);
        }
    }
}
