package io.grizzlythrift.bench.server;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertNull;

import io.grizzlythrift.bench.service.BundledService;
import io.grizzlythrift.bench.service.Exchange;
import io.grizzlythrift.bench.service.Method;
import io.grizzlythrift.bench.service.PreparedCall;
import io.grizzlythrift.bench.service.WireProtocol;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.ArrayDeque;
import java.util.Deque;
import org.testng.annotations.Test;

/** The calls of a read cost one buffer, one write and, on a pool, one task. */
public final class NettyHandlersTest {
    private static final int MAX_FRAME_BYTES = 1_000;

    private final Exchange exchange = Exchange.of(new PreparedCall(Method.ECHO, 20, 0), WireProtocol.COMPACT);
    private final FastThreadLocal<FrameProcessor> processors =
            FrameProcessor.perThread(BundledService.BENCH.processor(), WireProtocol.COMPACT.factory());

    @Test
    public void theEventLoopRepliesToAReadAtOnce() {
        EmbeddedChannel channel = new EmbeddedChannel(new NettyProcessorHandler(MAX_FRAME_BYTES, processors));
        channel.writeInbound(requests(3));
        assertReplies(channel.readOutbound(), 3);
        assertNull(channel.readOutbound(), "one buffer");
    }

    @Test
    public void thePoolHasOneTaskForARead() {
        Deque<Runnable> tasks = new ArrayDeque<>();
        EmbeddedChannel channel = new EmbeddedChannel(new NettyPoolHandler(MAX_FRAME_BYTES, processors, tasks::add));
        ByteBuf read = requests(3);
        channel.writeInbound(read);
        assertEquals(tasks.size(), 1);
        assertNull(channel.readOutbound(), "no reply before the task has run");
        tasks.remove().run();
        channel.runPendingTasks();
        assertReplies(channel.readOutbound(), 3);
        assertNull(channel.readOutbound(), "one buffer");
        assertEquals(read.refCnt(), 0);
    }

    private ByteBuf requests(int count) {
        ByteBuf read = Unpooled.buffer();
        for (int i = 0; i < count; i++) {
            read.writeBytes(exchange.request());
        }
        return read;
    }

    private void assertReplies(ByteBuf replies, int count) {
        assertEquals(
                ByteBufUtil.hexDump(replies),
                ByteBufUtil.hexDump(exchange.reply()).repeat(count));
        replies.release();
    }
}
