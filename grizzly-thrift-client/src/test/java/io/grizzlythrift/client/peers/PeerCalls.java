package io.grizzlythrift.client.peers;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.peers.gen.Busy;
import io.grizzlythrift.client.peers.gen.Everything;
import io.grizzlythrift.client.peers.gen.NewerPeers;
import io.grizzlythrift.client.peers.gen.Rejected;
import io.grizzlythrift.client.peers.gen.UuidPeers;
import io.grizzlythrift.client.peers.gen.Uuids;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.message.ThriftProtocol;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.thrift.TApplicationException;
import org.testng.Assert.ThrowingRunnable;

/** Calls every method of a server of another language, or behind a proxy, and checks the replies. */
final class PeerCalls {
    private static final int IN_FLIGHT = 200;

    /** More than 64 KiB, and not so uniform that a compressed message of it would look like an attack. */
    private static final String LONG =
            IntStream.range(0, 30_000).mapToObj(i -> "ß" + i).collect(Collectors.joining());

    private final NewerPeers.Iface peers;
    private final Set<String> leftOut;
    private final int typeOfUnknownMethod;

    /**
     * Creates the calls of a server of this library.
     *
     * @param peers a stub of it
     * @param leftOut the fields that stay unset
     */
    PeerCalls(NewerPeers.Iface peers, Set<String> leftOut) {
        this(peers, leftOut, TApplicationException.UNKNOWN_METHOD);
    }

    /**
     * Creates the calls of a server of another language.
     *
     * @param peers a stub of it
     * @param leftOut the fields that stay unset
     * @param typeOfUnknownMethod the type of the exception with which the server replies to an unknown method
     */
    PeerCalls(NewerPeers.Iface peers, Set<String> leftOut, int typeOfUnknownMethod) {
        this.peers = peers;
        this.leftOut = leftOut;
        this.typeOfUnknownMethod = typeOfUnknownMethod;
    }

    /** Calls every method of a server of another language, one after the other and then many at once. */
    static void callAll(ThriftClient client, CallStyle style, PeerLanguage language, ThriftProtocol protocol)
            throws Exception {
        PeerCalls calls = new PeerCalls(
                style.waiting(NewerPeers.Iface.class, client::stub),
                language.leftOut(protocol),
                language.typeOfUnknownMethod());
        calls.callEverything();
        if (language.knowsUuid()) {
            calls.callUuids(style.waiting(UuidPeers.Iface.class, client::stub));
        }
        calls.pipeline(style.futures(NewerPeers.FutureIface.class, client::stub));
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
        strings.add(LONG);
        for (String value : strings) {
            assertEquals(peers.echoString(value), value);
        }
        List<ByteBuffer> blobs = new ArrayList<>(sample.getBlobs());
        blobs.add(ByteBuffer.wrap(LONG.getBytes(StandardCharsets.UTF_8)));
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
        assertEquals(unknown.getType(), typeOfUnknownMethod);
        peers.ping();
    }
}
