package io.grizzlythrift.bench.load.generated;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;

import io.grizzlythrift.bench.load.caller.Answers;
import io.grizzlythrift.bench.load.caller.CallChains;
import io.grizzlythrift.bench.load.caller.CallMix;
import io.grizzlythrift.bench.service.BundledService;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.PreparedCall;
import io.grizzlythrift.bench.service.WireProtocol;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TMemoryBuffer;
import org.apache.thrift.transport.TMemoryInputTransport;
import org.testng.annotations.Test;

/** The calls of an event-loop turn leave in one buffer. */
public final class NettyCallsTest {
    private static final int CALLS = 3;

    @Test
    public void sendsTheCallsOfATurnInOneBuffer() throws Exception {
        PreparedCall echo = new PreparedCall(Method.ECHO, 20, 0);
        Answers answers = new Answers(echo);
        CallChains chains = new CallChains(CallMix.withBurns(echo, 0, 0), answers);
        NettyCalls calls = new NettyCalls(WireProtocol.COMPACT.factory(), 1_000);
        EmbeddedChannel channel = new EmbeddedChannel(calls);
        for (int i = 0; i < CALLS; i++) {
            chains.add(calls);
        }
        chains.start(0);
        channel.runPendingTasks();
        ByteBuf first = channel.readOutbound();
        assertNull(channel.readOutbound(), "one buffer for the calls that a task begins");
        channel.writeInbound(replies(first));
        assertEquals(answers.right(), CALLS);
        ByteBuf second = channel.readOutbound();
        assertNull(channel.readOutbound(), "one buffer for the calls that a read begins");
        channel.writeInbound(replies(second));
        assertEquals(answers.right(), 2 * CALLS);
        assertEquals(answers.errors().count(), 0);
        channel.releaseOutbound();
    }

    /** Returns the replies to all calls of a buffer, in one buffer, and releases it. */
    private static ByteBuf replies(ByteBuf requests) throws Exception {
        ByteBuf replies = Unpooled.buffer();
        while (requests.isReadable()) {
            byte[] request = new byte[requests.readInt()];
            requests.readBytes(request);
            TProtocol in = WireProtocol.COMPACT.factory().getProtocol(new TMemoryInputTransport(request));
            TMemoryBuffer reply = new TMemoryBuffer(100);
            BundledService.BENCH
                    .processor()
                    .process(in, WireProtocol.COMPACT.factory().getProtocol(reply));
            replies.writeInt(reply.length()).writeBytes(reply.getArray(), 0, reply.length());
        }
        requests.release();
        return replies;
    }
}
