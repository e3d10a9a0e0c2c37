package io.grizzlythrift.client.peers;

import io.grizzlythrift.call.CallContext;
import io.grizzlythrift.client.peers.gen.Busy;
import io.grizzlythrift.client.peers.gen.Colour;
import io.grizzlythrift.client.peers.gen.Everything;
import io.grizzlythrift.client.peers.gen.Point;
import io.grizzlythrift.client.peers.gen.Rejected;
import io.grizzlythrift.client.peers.gen.Shape;
import io.grizzlythrift.client.peers.gen.UuidPeers;
import io.grizzlythrift.client.peers.gen.Uuids;
import io.grizzlythrift.test.Await;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Replies as peers.thrift says. Any number of threads may call it. */
final class PeerHandler implements UuidPeers.Iface {
    private final Set<String> leftOut;
    private final Queue<Integer> notes = new ConcurrentLinkedQueue<>();

    PeerHandler(Set<String> leftOut) {
        this.leftOut = leftOut;
    }

    /** Returns the same handler, which also records the methods that are called, and returns the headers of a call. */
    UuidPeers.Iface recording(Set<String> called) {
        return (UuidPeers.Iface) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {UuidPeers.Iface.class}, (proxy, method, arguments) -> {
                    called.add(method.getName());
                    CallContext.current().ifPresent(PeerHandler::returnHeaders);
                    try {
                        return method.invoke(this, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** Replies with each header of a call, with a prefix before its name. */
    private static void returnHeaders(CallContext call) {
        call.headers().forEach((name, values) -> call.addReplyHeader("reply-" + name, values.get(0)));
    }

    @Override
    public void ping() {}

    @Override
    public Everything exchange(Everything mine) throws Rejected {
        Everything sample = PeerSamples.everything(leftOut);
        PeerSamples.requireSame(sample, mine, Everything._Fields.values());
        return sample;
    }

    @Override
    public Uuids exchangeUuids(Uuids mine) throws Rejected {
        Uuids sample = PeerSamples.uuids(leftOut);
        PeerSamples.requireSame(sample, mine, Uuids._Fields.values());
        return sample;
    }

    @Override
    public boolean echoBool(boolean value) {
        return value;
    }

    @Override
    public byte echoByte(byte value) {
        return value;
    }

    @Override
    public short echoShort(short value) {
        return value;
    }

    @Override
    public int echoInt(int value) {
        return value;
    }

    @Override
    public long echoLong(long value) {
        return value;
    }

    @Override
    public double echoDouble(double value) {
        return value;
    }

    @Override
    public String echoString(String value) {
        return value;
    }

    @Override
    public ByteBuffer echoBinary(ByteBuffer value) {
        return value;
    }

    @Override
    public Colour echoColour(Colour value) {
        return value;
    }

    @Override
    public Point echoPoint(Point value) {
        return value;
    }

    @Override
    public Shape echoShape(Shape value) {
        return value;
    }

    @Override
    public List<Point> echoPath(List<Point> value) {
        return value;
    }

    @Override
    public Set<String> echoSet(Set<String> value) {
        return value;
    }

    @Override
    public Map<String, Integer> echoMap(Map<String, Integer> value) {
        return value;
    }

    @Override
    public long echoMillis(long value) {
        return value;
    }

    @Override
    public UUID echoUuid(UUID value) {
        return value;
    }

    @Override
    public long subtract(long left, int right) {
        return left - right;
    }

    @Override
    public int fail(int kind) throws Rejected, Busy {
        switch (kind) {
            case 1 -> throw new Rejected().setField("kind").setReason("1");
            case 2 -> throw new Busy().setRetryAfter(250).setWhere(PeerSamples.point());
            case 3 -> throw new IllegalStateException("not declared");
            default -> {
                return -kind;
            }
        }
    }

    @Override
    public void failQuietly(int kind) throws Rejected, Busy {
        fail(kind);
    }

    @Override
    public void note(int value) {
        notes.add(value);
    }

    @Override
    public long noted(int atLeast) {
        Await.that("fewer than " + atLeast + " notes", () -> notes.size() >= atLeast);
        return notes.stream().mapToLong(Integer::longValue).sum();
    }
}
