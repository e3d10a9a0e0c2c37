package io.grizzlythrift.internal.message;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertFalse;
import static org.testng.Assert.assertTrue;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.everything.ClientKind;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.everything.Failure;
import io.grizzlythrift.test.everything.TestValues;
import io.grizzlythrift.test.gen.Base;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.gen.Refused;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.testng.annotations.Test;

/** Tests several services on one port, which clients select with TMultiplexedProtocol. */
@Test(timeOut = 60_000, dataProvider = "strategiesAndProtocols", dataProviderClass = Strategies.class)
public final class MultiplexedTest {
    private static TProcessor everything(String name) {
        return new Everything.Processor<>(new EverythingHandler(name));
    }

    private static TTransport connect(ThriftServer server) throws Exception {
        TTransport transport = new TFramedTransport(ClientKind.socket(server.port()));
        transport.open();
        return transport;
    }

    private static Everything.Client client(TProtocol protocol, String service) {
        return new Everything.Client(new TMultiplexedProtocol(protocol, service));
    }

    private static void assertUnknown(Everything.Client client) {
        TApplicationException failure = expectThrows(TApplicationException.class, () -> client.whoami("hello"));
        assertEquals(failure.getType(), TApplicationException.UNKNOWN_METHOD);
        assertTrue(failure.getMessage().contains("whoami"), failure.getMessage());
        assertFalse(failure.getMessage().matches(".*services.*"), "names what else is there: " + failure.getMessage());
    }

    public void severalServicesOnOneConnection(Strategies strategy, ThriftProtocol protocol) throws Exception {
        EverythingHandler noted = new EverythingHandler("noted");
        try (ThriftServer server = strategy.bare()
                        .protocol(protocol)
                        .service("first", everything("1"))
                        .service("second", everything("2"))
                        .service("base", new Base.Processor<>(new EverythingHandler("3")))
                        .service("ünïcode 😀", new Everything.Processor<>(noted))
                        .build()
                        .start();
                TTransport transport = connect(server)) {
            TProtocol wire = protocol.getProtocol(transport);
            Everything.Client first = client(wire, "first");
            Everything.Client second = client(wire, "second");
            Everything.Client base = client(wire, "base");
            Everything.Client unicode = client(wire, "ünïcode 😀");
            for (int i = 0; i < 10; i++) {
                assertEquals(first.whoami("a"), "1: a");
                assertEquals(second.whoami("b"), "2: b");
                assertEquals(base.whoami("c"), "3: c");
                assertEquals(first.echoMixed(TestValues.fullMixed()), TestValues.fullMixed());
                assertEquals(expectThrows(Refused.class, () -> second.judge(1)).getCode(), 41);
                unicode.note("oneway " + i);
                assertEquals(unicode.whoami("d"), "noted: d");
                assertEquals(noted.noted("oneway " + i).get(20, TimeUnit.SECONDS), "oneway " + i);
                assertEquals(
                        expectThrows(TApplicationException.class, () -> base.echoI32(1))
                                .getType(),
                        TApplicationException.UNKNOWN_METHOD);
            }
        }
    }

    public void servicesBesideAPlainProcessor(Strategies strategy, ThriftProtocol protocol) throws Exception {
        try (ThriftServer server = strategy.builder(everything("plain"))
                        .protocol(protocol)
                        .service("named", everything("named"))
                        .build()
                        .start();
                TTransport transport = connect(server)) {
            TProtocol wire = protocol.getProtocol(transport);
            assertEquals(new Everything.Client(wire).whoami("a"), "plain: a");
            assertEquals(client(wire, "named").whoami("b"), "named: b");
            assertEquals(new Everything.Client(wire).whoami("c"), "plain: c");
        }
    }

    public void unknownServicesAreUnknownMethods(Strategies strategy, ThriftProtocol protocol) throws Exception {
        try (ThriftServer server = strategy.builder(everything("plain"))
                        .protocol(protocol)
                        .service("named", everything("named"))
                        .build()
                        .start();
                TTransport transport = connect(server)) {
            TProtocol wire = protocol.getProtocol(transport);
            for (String service : new String[] {"unknown", "", "Named", "named:named", "x".repeat(1000)}) {
                assertUnknown(client(wire, service));
                assertEquals(client(wire, "named").whoami("b"), "named: b");
                assertEquals(new Everything.Client(wire).whoami("c"), "plain: c");
            }
        }
    }

    /** Without a plain processor, a call without a service name is an unknown method. */
    public void plainCallsWithoutAPlainProcessor(Strategies strategy, ThriftProtocol protocol) throws Exception {
        try (ThriftServer server = strategy.bare()
                        .protocol(protocol)
                        .service("named", everything("named"))
                        .build()
                        .start();
                TTransport transport = connect(server)) {
            TProtocol wire = protocol.getProtocol(transport);
            assertUnknown(new Everything.Client(wire));
            assertEquals(client(wire, "named").whoami("b"), "named: b");
        }
    }

    /** A call with a service name to a server without named services: the colon is part of an unknown method. */
    public void namedCallsWithoutServices(Strategies strategy, ThriftProtocol protocol) throws Exception {
        try (ThriftServer server = strategy.builder(everything("plain"))
                        .protocol(protocol)
                        .build()
                        .start();
                TTransport transport = connect(server)) {
            TProtocol wire = protocol.getProtocol(transport);
            assertUnknown(client(wire, "named"));
            assertEquals(new Everything.Client(wire).whoami("c"), "plain: c");
        }
    }

    /** Failures of named calls get the same replies as those of plain ones. */
    public void failuresOfNamedCalls(Strategies strategy, ThriftProtocol protocol) throws Exception {
        Requests requests = new Requests(protocol);
        byte[] whole = requests.call("named:echoString", 2, new Everything.echoString_args("will be cut"));
        try (ThriftServer server = strategy.bare()
                        .protocol(protocol)
                        .service("named", everything("named"))
                        .build()
                        .start();
                LogCapture log = LogCapture.start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(
                    requests.oneway("unknown:note", 1, new Everything.note_args("lost")),
                    Arrays.copyOf(whole, whole.length - 4),
                    requests.call("named:fail", 3, new Everything.fail_args(Failure.ASSERTION.name())),
                    requests.call("named:echoString", 4, new Everything.echoString_args("fine")));
            int cut = client.readReply(protocol).sequenceId();
            int failed = client.readReply(protocol).sequenceId();
            client.readReply(protocol).assertEchoString(4, "fine");
            assertEquals(new int[] {cut, failed}, new int[] {2, 3});
            assertEquals(log.count("closed"), 0);
        }
    }
}
