package io.grizzlythrift.client.internal.stub;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertNull;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.client.call.CallFailedException;
import io.grizzlythrift.client.call.FailureCause;
import io.grizzlythrift.client.gen.Parcel;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.gen.Refused;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.server.ProbeValues;
import io.grizzlythrift.client.testing.server.Servers;
import io.grizzlythrift.message.ThriftProtocol;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.protocol.TProtocolException;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Factory;
import org.testng.annotations.Test;

/** Tests single calls with each kind of stub, server and protocol. */
@Test(timeOut = 60_000, dataProvider = "styles")
public final class StubContractTest extends ProbeContract {
    @Factory(dataProvider = "serversAndProtocols", dataProviderClass = Servers.class)
    public StubContractTest(Servers kind, ThriftProtocol protocol) {
        super(kind, protocol);
    }

    public void inheritedMethods(CallStyle style) throws Exception {
        Probe.Iface calls = calls(style);
        calls.ping();
        for (int value : new int[] {0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            assertEquals(calls.baseEcho(value), value);
        }
        assertEquals(calls.baseCheck(0), 0);
        Refused refused = expectThrows(Refused.class, () -> calls.baseCheck(-9));
        assertEquals(refused, new Refused(-9).setReason("base"));
    }

    public void strings(CallStyle style) throws Exception {
        Probe.Iface calls = calls(style);
        for (String text : ProbeValues.STRINGS) {
            assertEquals(calls.echo(text), text);
        }
    }

    public void binaries(CallStyle style) throws Exception {
        Probe.Iface calls = calls(style);
        for (int size : new int[] {0, 1, 2, 3, 255, 70_000}) {
            assertEquals(calls.echoBytes(ProbeValues.bytes(size)), ProbeValues.bytes(size));
        }
        ByteBuffer slice = ProbeValues.bytes(100).position(10).limit(20);
        assertEquals(calls.echoBytes(slice), ProbeValues.bytes(100).position(10).limit(20));
        assertEquals(slice.remaining(), 10, "bytes remaining in the caller's buffer");
    }

    /** A result is a slice of the bytes that were read: no later reply may change it. */
    public void binaryResultsDoNotChange(CallStyle style) throws Exception {
        Probe.Iface calls = calls(style);
        ByteBuffer first = calls.echoBytes(ProbeValues.bytes(500));
        for (int i = 0; i < 50; i++) {
            calls.echo("x".repeat(500));
        }
        assertEquals(first, ProbeValues.bytes(500));
    }

    public void severalArguments(CallStyle style) throws Exception {
        Probe.Iface calls = calls(style);
        assertEquals(calls.add(1, 2), 3);
        assertEquals(calls.add(Integer.MIN_VALUE, 0), Integer.MIN_VALUE);
        assertEquals(calls.add(-1, Long.MIN_VALUE + 1), Long.MIN_VALUE);
        assertEquals(calls.add(0, Long.MAX_VALUE), Long.MAX_VALUE);
    }

    public void structs(CallStyle style) throws Exception {
        Probe.Iface calls = calls(style);
        assertEquals(calls.echoParcel(ProbeValues.fullParcel()), ProbeValues.fullParcel());
        assertEquals(calls.echoParcel(ProbeValues.emptyParcel()), ProbeValues.emptyParcel());
        Parcel bare = calls.echoParcel(ProbeValues.bareParcel());
        assertEquals(bare, ProbeValues.bareParcel());
        assertFalse(bare.isSetCount() || bare.isSetInner());
        assertNull(bare.getWords());
        assertNull(bare.getColour());
    }

    @DataProvider
    Object[][] stylesIfUuidsAreRead() {
        return kind.readsContainersOfUuid(protocol) ? styles() : new Object[0][];
    }

    @Test(dataProvider = "stylesIfUuidsAreRead", timeOut = 60_000)
    public void containersOfUuid(CallStyle style) throws Exception {
        assertEquals(calls(style).echoParcel(ProbeValues.uuidParcel()), ProbeValues.uuidParcel());
    }

    public void noResult(CallStyle style) throws Exception {
        Probe.Iface calls = calls(style);
        calls.store(ProbeValues.fullParcel());
        assertEquals(handler.stored(), Optional.of(ProbeValues.fullParcel()));
        calls.store(null);
        assertEquals(handler.stored(), Optional.empty());
    }

    public void megabytes(CallStyle style) throws Exception {
        Probe.Iface calls = calls(style);
        ByteBuffer bytes = ProbeValues.bytes(ProbeValues.MEGABYTE);
        assertEquals(calls.echoBytes(bytes), bytes);
        if (protocol != ThriftProtocol.JSON) { // JSON is text, which takes longer
            Parcel parcel = ProbeValues.bareParcel().setWords(List.of("w".repeat(ProbeValues.MEGABYTE), "end"));
            assertEquals(calls.echoParcel(parcel), parcel);
        }
        assertEquals(calls.echo("small again"), "small again");
    }

    public void declaredExceptionsArriveAsThemselves(CallStyle style) throws Exception {
        Probe.Iface calls = calls(style);
        assertEquals(calls.judge(0), "free");
        Refused refused = expectThrows(Refused.class, () -> calls.judge(1));
        assertEquals(refused, new Refused(41).setReason("nö"));
        calls.judgeQuietly(0);
        assertEquals(expectThrows(Refused.class, () -> calls.judgeQuietly(1)), refused);
        assertEquals(calls.judge(0), "free");
    }

    public void undeclaredExceptionsAreInternalErrors(CallStyle style) throws Exception {
        Probe.Iface calls = calls(style);
        TApplicationException error = expectThrows(TApplicationException.class, () -> calls.judge(2));
        assertEquals(error.getType(), TApplicationException.INTERNAL_ERROR);
        assertTrue(error.getMessage().contains("judge"), error.getMessage());
        assertEquals(
                expectThrows(TApplicationException.class, () -> calls.judgeQuietly(2))
                        .getType(),
                TApplicationException.INTERNAL_ERROR);
        assertEquals(calls.judge(0), "free");
    }

    public void aNullResultIsMissing(CallStyle style) throws Exception {
        Probe.Iface calls = calls(style);
        TApplicationException missing = expectThrows(TApplicationException.class, calls::nothing);
        assertEquals(missing.getType(), TApplicationException.MISSING_RESULT);
        assertTrue(missing.getMessage().contains("nothing"), missing.getMessage());
        missing = expectThrows(TApplicationException.class, () -> calls.echo(null));
        assertEquals(missing.getType(), TApplicationException.MISSING_RESULT);
        assertEquals(calls.echo("still here"), "still here");
    }

    public void onewayCallsReachTheHandler(CallStyle style) throws Exception {
        Probe.Iface calls = calls(style);
        calls.note("first");
        calls.note("second, " + "long ".repeat(20_000));
        assertEquals(calls.echo("between"), "between");
        assertEquals(handler.awaitNote().length() + handler.awaitNote().length(), "firstsecond, ".length() + 100_000);
    }

    public void callsThatCannotBeEncodedAreNotSent(CallStyle style) throws Exception {
        Probe.Iface calls = calls(style);
        long before = client.counters().failed(FailureCause.UNWRITABLE_CALL);
        CallFailedException failure = expectThrows(
                CallFailedException.class,
                () -> calls.echoParcel(ProbeValues.fullParcel().setName(null)));
        assertEquals(failure.failure(), FailureCause.UNWRITABLE_CALL);
        assertEquals(failure.method(), "echoParcel");
        assertFalse(failure.mayHaveRun());
        assertTrue(failure.getCause() instanceof TProtocolException, String.valueOf(failure.getCause()));
        assertEquals(client.counters().failed(FailureCause.UNWRITABLE_CALL), before + 1);
        assertEquals(calls.echoParcel(ProbeValues.fullParcel()), ProbeValues.fullParcel());
    }
}
