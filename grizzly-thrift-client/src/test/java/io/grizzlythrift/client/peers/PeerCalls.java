package io.grizzlythrift.client.peers;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.peers.gen.Busy;
import io.grizzlythrift.client.peers.gen.Everything;
import io.grizzlythrift.client.peers.gen.NewerPeers;
import io.grizzlythrift.client.peers.gen.Rejected;
import io.grizzlythrift.client.peers.gen.UuidPeers;
import io.grizzlythrift.client.peers.gen.Uuids;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.message.ThriftProtocol;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TApplicationException;
import org.testng.Assert.ThrowingRunnable;

/** Calls every method of a server of another language, and checks the replies. */
final class PeerCalls {
    private static final int IN_FLIGHT = 200;

    private final NewerPeers.Iface peers;
    private final PeerLanguage language;
    private final Set<String> leftOut;

    /**
     * Creates the calls.
     *
     * @param peers a stub of a server of that language
     */
    PeerCalls(NewerPeers.Iface peers, PeerLanguage language, ThriftProtocol protocol) {
        this.peers = peers;
        this.language = language;
        leftOut = language.leftOut(protocol);
    }

    void callEverything() throws Exception {
        peers.ping();
        Everything sample = PeerSamples.everything(leftOut);
        PeerSamples.requireSame(sample, peers.exchange(sample), Everything._Fields.values());
        echoScalars(sample);
        echoTheRest(sample);
        assertEquals(peers.subtract(-(1L << 40), 2), -(1L << 40) - 2);
        callFailures();
        callOneway();
        callUnknownMethod();
    }

    void callUuids(UuidPeers.Iface uuidPeers) throws Exception {
        Uuids sample = PeerSamples.uuids(leftOut);
        PeerSamples.requireSame(sample, uuidPeers.exchangeUuids(sample), Uuids._Fields.values());
        assertEquals(uuidPeers.echoUuid(sample.getOne()), sample.getOne());
    }

    /** Starts many calls without waiting; each must get its own reply. */
    void pipeline(NewerPeers.FutureIface futures) throws Exception {
        List<CompletableFuture<Integer>> numbers = new ArrayList<>();
        List<CompletableFuture<String>> texts = new ArrayList<>();
        for (int i = 0; i < IN_FLIGHT; i++) {
            numbers.add(futures.echoInt(i));
            texts.add(futures.echoString("call " + i));
        }
        for (int i = 0; i < IN_FLIGHT; i++) {
            assertEquals(CallStyle.result(numbers.get(i)), Integer.valueOf(i));
            assertEquals(CallStyle.result(texts.get(i)), "call " + i);
        }
    }

    private void echoScalars(Everything sample) throws Exception {
        for (boolean value : new boolean[] {true, false}) {
            assertEquals(peers.echoBool(value), value);
        }
        for (byte value : sample.getBytes()) {
            assertEquals(peers.echoByte(value), value);
        }
        for (short value : sample.getShorts()) {
            assertEquals(peers.echoShort(value), value);
        }
        for (int value : sample.getInts()) {
            assertEquals(peers.echoInt(value), value);
        }
        for (long value : sample.getLongs()) {
            assertEquals(peers.echoLong(value), value);
        }
        for (List<Double> values : List.of(
                sample.getDoubles(),
                sample.isSetOddDoubles() ? sample.getOddDoubles() : List.<Double>of(),
                sample.isSetZeros() ? sample.getZeros() : List.<Double>of())) {
            for (Double value : values) {
                assertEquals(
                        (Double) peers.echoDouble(value),
                        value); // as objects, 0.0 and -0.0 differ and NaN equals itself
            }
        }
    }

    private void echoTheRest(Everything sample) throws Exception {
        List<String> strings = new ArrayList<>(sample.getStrings());
        strings.add("long ß".repeat(10_000));
        for (String value : strings) {
            assertEquals(peers.echoString(value), value);
        }
        List<ByteBuffer> blobs = new ArrayList<>(sample.getBlobs());
        blobs.add(ByteBuffer.allocate(256_000));
        for (ByteBuffer value : blobs) {
            assertEquals(peers.echoBinary(value), value);
        }
        assertEquals(peers.echoColour(sample.getColour()), sample.getColour());
        assertEquals(peers.echoPoint(sample.getPoint()), sample.getPoint());
        for (var value : sample.getShapes()) {
            assertEquals(peers.echoShape(value), value);
        }
        assertEquals(peers.echoPath(sample.getPath()), sample.getPath());
        for (Set<String> value : List.of(sample.getWords(), Set.<String>of())) {
            assertEquals(peers.echoSet(value), value);
        }
        for (Map<String, Integer> value : List.of(sample.getAges(), Map.<String, Integer>of())) {
            assertEquals(peers.echoMap(value), value);
        }
        assertEquals(peers.echoMillis(sample.getTimeout()), sample.getTimeout());
    }

    private void callFailures() throws Exception {
        assertEquals(peers.fail(-5), 5);
        peers.failQuietly(0);
        callFailures(kind -> () -> peers.fail(kind));
        callFailures(kind -> () -> peers.failQuietly(kind));
    }

    private interface FailingCall {
        ThrowingRunnable of(int kind);
    }

    private static void callFailures(FailingCall fail) {
        Rejected rejected = expectThrows(Rejected.class, fail.of(1));
        assertEquals(rejected, new Rejected().setField("kind").setReason("1"));
        Busy busy = expectThrows(Busy.class, fail.of(2));
        assertEquals(busy, new Busy().setRetryAfter(250).setWhere(PeerSamples.point()));
        // Libraries differ in the type.
        expectThrows(TApplicationException.class, fail.of(3));
    }

    private void callOneway() throws Exception {
        for (int value = 0; value < 10; value++) {
            peers.note(value);
        }
        assertEquals(peers.noted(10), 45);
    }

    private void callUnknownMethod() throws Exception {
        TApplicationException unknown = expectThrows(TApplicationException.class, () -> peers.added(1));
        assertTrue(unknown.getMessage().contains("added"), unknown.getMessage());
        assertEquals(unknown.getType(), language.typeOfUnknownMethod());
        peers.ping();
    }
}
