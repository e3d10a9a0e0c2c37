package io.grizzlythrift.internal.message;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.everything.EverythingClient;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.everything.TestValues;
import io.grizzlythrift.test.gen.Choice;
import io.grizzlythrift.test.gen.Colour;
import io.grizzlythrift.test.gen.Containers;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.gen.Mixed;
import io.grizzlythrift.test.gen.Overdrawn;
import io.grizzlythrift.test.gen.Refused;
import io.grizzlythrift.test.gen.Scalars;
import io.grizzlythrift.test.gen.Tree;
import io.grizzlythrift.test.server.Strategies;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Factory;
import org.testng.annotations.Test;

/**
 * Tests that every type of the IDL reaches a server and comes back, with each strategy, protocol and client of
 * libthrift, and with blocking and asynchronous handlers. There is one server for each pair of strategy, protocol and
 * kind of handler, and one connection per test.
 */
@Test(timeOut = 60_000)
public final class AllTypesTest {
    private final Strategies strategy;
    private final ThriftProtocol protocol;
    private final boolean asynchronous;
    private final AsyncEverything async = new AsyncEverything(ForkJoinPool.commonPool());
    private final EverythingHandler handler = async.handler();
    private ThriftServer server;

    @Factory(dataProvider = "strategiesProtocolsAndHandlers", dataProviderClass = Strategies.class)
    public AllTypesTest(Strategies strategy, ThriftProtocol protocol, boolean asynchronous) {
        this.strategy = strategy;
        this.protocol = protocol;
        this.asynchronous = asynchronous;
    }

    @BeforeClass
    void start() throws Exception {
        server = strategy.builder(asynchronous ? async.processor() : new Everything.Processor<>(handler))
                .protocol(protocol)
                .build();
        server.start();
    }

    @AfterClass(alwaysRun = true)
    void stop() {
        server.close();
    }

    @Override
    public String toString() {
        return strategy + " " + protocol + (asynchronous ? " asynchronous" : "");
    }

    /** The calls of a test on one connection. */
    private interface Calls {
        void make(Everything.Iface calls) throws Exception;
    }

    /** Runs one test with each kind of client, each on its own connection. */
    private void withEachClient(Calls test) throws Exception {
        for (ClientKind kind : ClientKind.values()) {
            try (EverythingClient client = kind.open(server.port(), protocol)) {
                test.make(client.calls());
            } catch (Exception | AssertionError e) {
                throw new AssertionError("with the client " + kind + " on " + this, e);
            }
        }
    }

    public void integers() throws Exception {
        withEachClient(calls -> {
            assertTrue(calls.echoBool(true));
            assertFalse(calls.echoBool(false));
            for (long value : TestValues.LONGS) {
                assertEquals(calls.echoByte((byte) value), (byte) value);
                assertEquals(calls.echoI16((short) value), (short) value);
                assertEquals(calls.echoI32((int) value), (int) value);
                assertEquals(calls.echoI64(value), value);
            }
            assertEquals(calls.echoByte(Byte.MIN_VALUE), Byte.MIN_VALUE);
            assertEquals(calls.echoI16(Short.MIN_VALUE), Short.MIN_VALUE);
            assertEquals(calls.echoI16(Short.MAX_VALUE), Short.MAX_VALUE);
            assertEquals(calls.echoI32(Integer.MIN_VALUE), Integer.MIN_VALUE);
            assertEquals(calls.echoI32(Integer.MAX_VALUE), Integer.MAX_VALUE);
        });
    }

    public void doubles() throws Exception {
        withEachClient(calls -> {
            for (double value : TestValues.DOUBLES) {
                double echo = calls.echoDouble(value);
                assertEquals(Double.doubleToLongBits(echo), Double.doubleToLongBits(value), "sent " + value);
            }
        });
    }

    public void strings() throws Exception {
        withEachClient(calls -> {
            for (String value : TestValues.STRINGS) {
                assertEquals(calls.echoString(value), value);
            }
        });
    }

    public void binaries() throws Exception {
        withEachClient(calls -> {
            for (int size : new int[] {0, 1, 2, 3, 4, 255, 256, 1000, 70_000}) {
                assertEquals(calls.echoBinary(TestValues.bytes(size)), TestValues.bytes(size));
            }
            ByteBuffer slice = TestValues.bytes(100).position(10).limit(20);
            assertEquals(calls.echoBinary(slice.duplicate()), slice);
        });
    }

    public void uuids() throws Exception {
        withEachClient(calls -> {
            for (UUID value : TestValues.UUIDS) {
                assertEquals(calls.echoUuid(value), value);
            }
        });
    }

    public void enums() throws Exception {
        withEachClient(calls -> {
            for (Colour value : Colour.values()) {
                assertEquals(calls.echoEnum(value), value);
            }
            assertEquals(
                    calls.echoByEnum(Map.of(Colour.RED, 1, Colour.INFRARED, -1)),
                    Map.of(Colour.RED, 1, Colour.INFRARED, -1));
        });
    }

    public void structs() throws Exception {
        withEachClient(calls -> {
            assertEquals(calls.echoMixed(TestValues.fullMixed()), TestValues.fullMixed());
            Mixed bare = calls.echoMixed(TestValues.bareMixed());
            assertFalse(bare.isSetCount());
            assertFalse(bare.isSetPayload());
            assertFalse(bare.isSetWords());
            assertFalse(bare.isSetColour());
            assertFalse(bare.isSetFarAway());
            assertEquals(bare.getFallback(), 13);
            assertEquals(bare.getGreeting(), "good day");
            Mixed withoutDefault = TestValues.fullMixed().setGreeting(null).setWords(null);
            assertEquals(calls.echoMixed(withoutDefault.deepCopy()).getWords(), null);
            assertEquals(calls.echoScalars(TestValues.highScalars()), TestValues.highScalars());
            assertEquals(calls.echoScalars(TestValues.lowScalars()), TestValues.lowScalars());
            assertNull(calls.echoScalars(new Scalars()).getText());
        });
    }

    public void recursiveStructs() throws Exception {
        withEachClient(calls -> {
            for (int depth : new int[] {0, 1, 2, 20}) {
                assertEquals(calls.echoTree(TestValues.tree(depth)), TestValues.tree(depth));
            }
            assertEquals(calls.echoTree(new Tree()), new Tree());
        });
    }

    public void unions() throws Exception {
        withEachClient(calls -> {
            for (Choice value : TestValues.choices()) {
                assertEquals(calls.echoChoice(value), value);
            }
        });
    }

    public void containersInStructs() throws Exception {
        withEachClient(calls -> {
            assertEquals(calls.echoContainers(TestValues.fullContainers()), TestValues.fullContainers());
            assertEquals(calls.echoContainers(TestValues.emptyContainers()), TestValues.emptyContainers());
            assertEquals(calls.echoContainers(new Containers()), new Containers());
        });
    }

    public void containersAsArguments() throws Exception {
        withEachClient(calls -> {
            assertEquals(calls.echoList(TestValues.STRINGS), TestValues.STRINGS);
            assertEquals(calls.echoList(List.of()), List.of());
            assertEquals(calls.echoSet(Set.copyOf(TestValues.LONGS)), Set.copyOf(TestValues.LONGS));
            assertEquals(calls.echoSet(Set.of()), Set.of());
            assertEquals(calls.echoDeep(TestValues.deep()), TestValues.deep());
            assertEquals(calls.echoDeep(Map.of()), Map.of());
            List<Mixed> structs = List.of(TestValues.fullMixed(), TestValues.fullMixed());
            assertEquals(calls.echoStructs(structs), structs);
            assertEquals(calls.echoStructSet(Set.of(structs.get(0))), Set.of(structs.get(0)));
            assertEquals(calls.echoByEnum(Map.of()), Map.of());
            Set<Choice> choices = new HashSet<>(TestValues.choices());
            assertEquals(calls.echoChoices(choices), choices);
        });
    }

    public void severalArgumentsAndNoResult() throws Exception {
        withEachClient(calls -> {
            Mixed mixed = TestValues.fullMixed();
            assertEquals(
                    calls.several(true, -1, "😀", List.of(0.5), mixed),
                    List.of("true", "-1", "😀", "[0.5]", mixed.toString()));
            assertEquals(calls.several(false, 0, "", null, null), List.of("false", "0", "", "null", "null"));
            calls.store("bytes", TestValues.bytes(10));
            assertEquals(handler.stored("bytes"), Optional.of(TestValues.bytes(10)));
            calls.store("nothing", null);
            assertEquals(handler.stored("nothing"), Optional.empty());
            calls.ping();
        });
    }

    public void onewayCallsReachTheHandler() throws Exception {
        withEachClient(calls -> {
            String text = UUID.randomUUID().toString();
            calls.note(text + 1);
            calls.note(text + 2);
            assertEquals(calls.echoI32(7), 7, "the first reply after oneway calls");
            assertEquals(handler.noted(text + 1).get(20, TimeUnit.SECONDS), text + 1);
            assertEquals(handler.noted(text + 2).get(20, TimeUnit.SECONDS), text + 2);
        });
    }

    public void declaredExceptionsArriveAsThemselves() throws Exception {
        withEachClient(calls -> {
            assertEquals(calls.judge(0), "free");
            Refused rejected = expectThrows(Refused.class, () -> calls.judge(1));
            assertEquals(rejected, new Refused(41).setReason("nö"));
            Overdrawn overdrawn = expectThrows(Overdrawn.class, () -> calls.judge(2));
            assertEquals(overdrawn, new Overdrawn(-5, TestValues.fullMixed()));
            calls.judgeQuietly(0);
            assertEquals(
                    expectThrows(Refused.class, () -> calls.judgeQuietly(1)).getCode(), 41);
            assertEquals(
                    expectThrows(Overdrawn.class, () -> calls.judgeQuietly(2)).getMissing(), -5);
            assertEquals(calls.judge(0), "free");
        });
    }

    public void inheritedMethods() throws Exception {
        withEachClient(calls -> {
            calls.ping();
            assertEquals(calls.whoami("hello"), "everything: hello");
            assertEquals(calls.baseCheck(0), 1);
            Refused rejected = expectThrows(Refused.class, () -> calls.baseCheck(-9));
            assertEquals(rejected, new Refused(-9).setReason("base"));
        });
    }

    public void aNullResultIsMissing() throws Exception {
        withEachClient(calls -> {
            TException missing = expectThrows(TException.class, () -> calls.echoString(null));
            assertTrue(missing.getMessage().contains("echoString"), missing.getMessage());
            assertEquals(calls.echoString("still here"), "still here");
        });
    }
}
