package io.grizzlythrift.limits;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.server.ThriftServer;
import io.grizzlythrift.test.LogCapture;
import io.grizzlythrift.test.everything.AsyncEverything;
import io.grizzlythrift.test.everything.EverythingHandler;
import io.grizzlythrift.test.gen.Everything;
import io.grizzlythrift.test.server.HeaderFrame;
import io.grizzlythrift.test.server.RawClient;
import io.grizzlythrift.test.server.Reply;
import io.grizzlythrift.test.server.Requests;
import io.grizzlythrift.test.server.Strategies;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TMessageType;
import org.testng.annotations.Test;

/** Tests replies over maxReplyBytes: the caller gets the size and the bound, and nothing else is lost. */
@Test(timeOut = 60_000, dataProvider = "strategiesProtocolsAndHandlers", dataProviderClass = Strategies.class)
public final class ReplySizeTest {
    private static final int MAX = 10_000;

    /** Larger than any array that is kept, so that the array would have to grow. */
    private static final int HUGE = 5_000_000;

    private static ThriftServer start(Strategies strategy, ThriftProtocol protocol, boolean async) {
        TProcessor processor = async
                ? new AsyncEverything(Runnable::run).processor()
                : new Everything.Processor<>(new EverythingHandler());
        return strategy.builder(processor)
                .protocol(protocol)
                .limits(Strategies.patient().maxReplyBytes(MAX).build())
                .build()
                .start();
    }

    private static int replyBytes(ThriftProtocol protocol, String text) throws Exception {
        return new Requests(protocol)
                .message("echoString", TMessageType.REPLY, 1, new Everything.echoString_result(text))
                .length;
    }

    /** Returns a text whose reply has this size. */
    private static String textFor(ThriftProtocol protocol, int bytes) throws Exception {
        String text = "x".repeat(bytes);
        return text.substring(replyBytes(protocol, text) - bytes);
    }

    private static void assertTooLarge(Reply reply, int id, int size) throws Exception {
        TApplicationException failure = reply.assertFailure("echoString", id, TApplicationException.INTERNAL_ERROR);
        assertTrue(failure.getMessage().startsWith("the reply to echoString has "), failure.getMessage());
        assertTrue(failure.getMessage().endsWith(" bytes, maxReplyBytes is " + MAX), failure.getMessage());
        long stated = Long.parseLong(failure.getMessage().replaceAll("^.* has (at least )?(\\d+) bytes.*$", "$2"));
        assertTrue(stated > MAX && stated <= size, failure.getMessage());
    }

    public void amongOtherCalls(Strategies strategy, ThriftProtocol protocol, boolean async) throws Exception {
        Requests requests = new Requests(protocol);
        String fits = textFor(protocol, MAX);
        String one = textFor(protocol, MAX + 1);
        String huge = textFor(protocol, protocol == ThriftProtocol.JSON ? 10 * MAX : HUGE); // JSON is slow
        try (ThriftServer server = start(strategy, protocol, async);
                LogCapture log = LogCapture.start();
                RawClient client = new RawClient(server)) {
            client.sendFrames(
                    requests.echoString(1, fits),
                    requests.echoString(2, one),
                    requests.echoString(3, "fine"),
                    requests.echoString(4, huge),
                    requests.echoString(5, fits));
            client.readReply(protocol).assertEchoString(1, fits);
            assertTooLarge(client.readReply(protocol), 2, MAX + 1);
            client.readReply(protocol).assertEchoString(3, "fine");
            assertTooLarge(client.readReply(protocol), 4, HUGE);
            client.readReply(protocol).assertEchoString(5, fits);
            assertEquals(server.counters().reached(LimitType.MAX_REPLY_BYTES), 2);
            assertTrue(log.text().contains("maxReplyBytes is " + MAX), log.text());
            // An unrelated failure after it is reported as what it is.
            client.sendFrames(requests.call("fail", 6, new Everything.fail_args("RUNTIME")));
            String other = client.readReply(protocol)
                    .assertFailure("fail", 6, TApplicationException.INTERNAL_ERROR)
                    .getMessage();
            assertTrue(!other.contains("maxReplyBytes"), other);
        }
    }

    /** Compressed replies count with the size that they have before. */
    public void compressed(Strategies strategy, ThriftProtocol protocol, boolean async) throws Exception {
        if (protocol == ThriftProtocol.JSON) {
            return; // has no headers
        }
        try (ThriftServer server = start(strategy, protocol, async);
                RawClient client = new RawClient(server)) {
            for (int size : new int[] {MAX, MAX + 1, 50_000}) {
                byte[] call = new Requests(protocol).echoString(1, textFor(protocol, size));
                client.sendFrames(HeaderFrame.of(protocol, 1, call)
                        .compress(HeaderFrame.ZLIB)
                        .bytes());
                Reply reply = HeaderFrame.read(client.readFrame()).reply();
                if (size == MAX) {
                    reply.assertEchoString(1, textFor(protocol, size));
                } else {
                    assertTooLarge(reply, 1, size);
                }
            }
        }
    }
}
