package io.grizzlythrift.client.testing.server;

import static org.testng.Assert.assertNotNull;

import io.grizzlythrift.client.gen.Parcel;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.gen.Refused;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;

/** Replies as probe.thrift says, and records calls for tests. Any number of threads may call it. */
public class ProbeHandler implements Probe.Iface {
    static final int TIMEOUT_SECONDS = 20;

    private final Map<String, Held> held = new ConcurrentHashMap<>();
    private final BlockingQueue<String> notes = new LinkedBlockingQueue<>();
    private final LongAdder calls = new LongAdder();
    private volatile Optional<Parcel> stored = Optional.empty();
    private volatile boolean holding = true;

    /** The calls of {@code held} with one key. */
    private static final class Held {
        final CompletableFuture<Void> entered = new CompletableFuture<>();
        final CompletableFuture<Void> released = new CompletableFuture<>();
    }

    // ---- for tests

    /** Returns the number of calls that reached the handler. */
    public long calls() {
        return calls.sum();
    }

    /** Waits until a call of {@code held} with this key runs. */
    public void awaitHeld(String key) throws Exception {
        heldWith(key).entered.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    public boolean isHeld(String key) {
        return heldWith(key).entered.isDone() && !heldWith(key).released.isDone();
    }

    /** Releases present and future calls of {@code held} with this key. */
    public void release(String key) {
        heldWith(key).released.complete(null);
    }

    /** Releases all present and future calls of {@code held}, so that a failed test leaves no thread behind. */
    public void releaseAll() {
        holding = false;
        held.values().forEach(same -> same.released.complete(null));
    }

    /** Waits for the oldest text of {@code note} that no test has taken, and takes it. */
    public String awaitNote() throws InterruptedException {
        String text = notes.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        assertNotNull(text, "no note arrived");
        return text;
    }

    /** Returns how many texts {@link #awaitNote} would return at once. */
    public int notes() {
        return notes.size();
    }

    /** Returns the value of the last {@code store}, or empty if it was null. */
    public Optional<Parcel> stored() {
        return stored;
    }

    private Held heldWith(String key) {
        return held.computeIfAbsent(key, any -> new Held());
    }

    // ---- for the server

    @Override
    public void ping() {
        calls.increment();
    }

    @Override
    public int baseEcho(int value) {
        calls.increment();
        return value;
    }

    @Override
    public int baseCheck(int code) throws Refused {
        calls.increment();
        if (code != 0) {
            throw new Refused(code).setReason("base");
        }
        return code;
    }

    @Override
    public String echo(String text) {
        calls.increment();
        return text;
    }

    @Override
    public ByteBuffer echoBytes(ByteBuffer bytes) {
        calls.increment();
        return bytes;
    }

    @Override
    public Parcel echoParcel(Parcel parcel) {
        calls.increment();
        return parcel;
    }

    @Override
    public long add(int left, long right) {
        calls.increment();
        return left + right;
    }

    @Override
    public void store(Parcel parcel) {
        calls.increment();
        stored = Optional.ofNullable(parcel);
    }

    @Override
    public String delayed(String text, int millis) {
        calls.increment();
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        return text;
    }

    @Override
    public String held(String key) {
        calls.increment();
        Held same = heldWith(key);
        same.entered.complete(null);
        if (holding) {
            awaitRelease(key, same);
        }
        return key;
    }

    private static void awaitRelease(String key, Held same) {
        try {
            same.released.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw interrupted(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(key + " was never released", e);
        }
    }

    private static IllegalStateException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("the server interrupted its handler", cause);
    }

    @Override
    public String judge(int verdict) throws Refused {
        calls.increment();
        switch (verdict) {
            case 0 -> {
                return "free";
            }
            case 1 -> throw new Refused(41).setReason("nö");
            default -> throw new IllegalArgumentException("verdict " + verdict);
        }
    }

    @Override
    public void judgeQuietly(int verdict) throws Refused {
        judge(verdict);
    }

    @Override
    public String nothing() {
        calls.increment();
        return null;
    }

    @Override
    public void note(String text) {
        calls.increment();
        notes.add(text);
    }
}
