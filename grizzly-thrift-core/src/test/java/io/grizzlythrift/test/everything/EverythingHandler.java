package io.grizzlythrift.test.everything;

import io.grizzlythrift.test.gen.Choice;
import io.grizzlythrift.test.gen.Colour;
import io.grizzlythrift.test.gen.Containers;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.gen.Mixed;
import io.grizzlythrift.test.gen.Overdrawn;
import io.grizzlythrift.test.gen.Refused;
import io.grizzlythrift.test.gen.Scalars;
import io.grizzlythrift.test.gen.Strict;
import io.grizzlythrift.test.gen.Tree;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.apache.thrift.TException;

/** Echoes the argument of each call, fails on demand, and records calls for tests. */
public class EverythingHandler implements Everything.Iface {
    private final String name;
    private final Map<String, CompletableFuture<String>> notes = new ConcurrentHashMap<>();
    private final Map<String, Optional<ByteBuffer>> stored = new ConcurrentHashMap<>();
    private final Map<String, Held> held = new ConcurrentHashMap<>();

    public EverythingHandler() {
        this("everything");
    }

    public EverythingHandler(String name) {
        this.name = name;
    }

    /** A call of {@code hold}: whether it has started, its reply, and how it ended. */
    public static final class Held {
        public final CompletableFuture<Thread> entered = new CompletableFuture<>();
        public final CompletableFuture<String> reply = new CompletableFuture<>();
        public final CompletableFuture<Void> interrupted = new CompletableFuture<>();
    }

    /** Returns a future that completes when a oneway call with this text arrives. */
    public CompletableFuture<String> noted(String text) {
        return notes.computeIfAbsent(text, key -> new CompletableFuture<>());
    }

    /** Returns the value of the last {@code store} with this key, or empty if it was null. */
    public Optional<ByteBuffer> stored(String key) {
        return stored.get(key);
    }

    public Held held(String key) {
        return held.computeIfAbsent(key, any -> new Held());
    }

    /** Completes every pending call of {@code hold}, so that a failed test leaves none behind. */
    public void releaseAll() {
        held.values().forEach(call -> call.reply.complete("released"));
    }

    /** Fails if the previous call left this thread interrupted. */
    @Override
    public void ping() {
        if (Thread.currentThread().isInterrupted()) {
            throw new IllegalStateException("interrupted");
        }
    }

    @Override
    public String whoami(String greeting) {
        return name + ": " + greeting;
    }

    @Override
    public int baseCheck(int code) throws Refused {
        if (code != 0) {
            throw new Refused(code).setReason("base");
        }
        return 1;
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
    public short echoI16(short value) {
        return value;
    }

    @Override
    public int echoI32(int value) {
        return value;
    }

    @Override
    public long echoI64(long value) {
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
    public UUID echoUuid(UUID value) {
        return value;
    }

    @Override
    public Colour echoEnum(Colour value) {
        return value;
    }

    @Override
    public Mixed echoMixed(Mixed value) {
        return value;
    }

    @Override
    public Scalars echoScalars(Scalars value) {
        return value;
    }

    @Override
    public Tree echoTree(Tree value) {
        return value;
    }

    @Override
    public Choice echoChoice(Choice value) {
        return value;
    }

    @Override
    public Containers echoContainers(Containers value) {
        return value;
    }

    @Override
    public List<String> echoList(List<String> value) {
        return value;
    }

    @Override
    public Set<Long> echoSet(Set<Long> value) {
        return value;
    }

    @Override
    public Map<String, List<Set<Integer>>> echoDeep(Map<String, List<Set<Integer>>> value) {
        return value;
    }

    @Override
    public List<Mixed> echoStructs(List<Mixed> value) {
        return value;
    }

    @Override
    public Map<Colour, Integer> echoByEnum(Map<Colour, Integer> value) {
        return value;
    }

    @Override
    public Set<Choice> echoChoices(Set<Choice> value) {
        return value;
    }

    @Override
    public Set<Mixed> echoStructSet(Set<Mixed> value) {
        return value;
    }

    @Override
    public List<UUID> echoUuids(List<UUID> value) {
        return value;
    }

    @Override
    public List<String> several(boolean truth, int number, String text, List<Double> reals, Mixed mixed) {
        return List.of(
                String.valueOf(truth), String.valueOf(number), text, String.valueOf(reals), String.valueOf(mixed));
    }

    @Override
    public void store(String key, ByteBuffer value) {
        stored.put(key, Optional.ofNullable(value));
    }

    @Override
    public void note(String text) {
        noted(text).complete(text);
    }

    @Override
    public String judge(int verdict) throws Refused, Overdrawn {
        return switch (verdict) {
            case 0 -> "free";
            case 1 -> throw new Refused(41).setReason("nö");
            case 2 -> throw new Overdrawn(-5, TestValues.fullMixed());
            default -> throw new IllegalArgumentException("verdict " + verdict);
        };
    }

    @Override
    public void judgeQuietly(int verdict) throws Refused, Overdrawn {
        judge(verdict);
    }

    @Override
    public String fail(String how) throws TException {
        throw Failure.valueOf(how).raise();
    }

    @Override
    public void failQuietly(String how) throws TException {
        throw Failure.valueOf(how).raise();
    }

    @Override
    public Strict brokenStruct(String how) {
        return switch (how) {
            case "null" -> null;
            case "unset" -> new Strict().setInner(TestValues.fullMixed());
            case "inner unset" -> new Strict("needed", new Mixed());
            default -> new Strict(how, TestValues.fullMixed());
        };
    }

    @Override
    public List<String> brokenList(String how) {
        return switch (how) {
            case "null" -> null;
            case "null element" -> Arrays.asList("first", null, "last");
            case "late null" -> TestValues.nullAfter(50_000);
            default -> List.of(how);
        };
    }

    @Override
    public String hold(String key) throws TException {
        Held call = held(key);
        call.entered.complete(Thread.currentThread());
        try {
            return call.reply.get();
        } catch (InterruptedException e) {
            call.interrupted.complete(null);
            throw new TException("interrupted", e);
        } catch (ExecutionException e) {
            throw new TException(e);
        }
    }
}
