package io.grizzlythrift.bench.netty;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.TooLongFrameException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Finds the frames of each read where they lie: a run of complete frames is passed on as it was read, without an object
 * per frame. Only the bytes of an incomplete frame are copied, into a buffer of its length.
 *
 * <p>Used instead of Netty's {@code LengthFieldBasedFrameDecoder}, which makes a slice of each frame and passes it
 * through the pipeline. Runs on the event loop of its connection.
 */
public abstract class FrameHandler extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = Logger.getLogger(FrameHandler.class.getName());
    /** Bytes of a frame's length. */
    public static final int LENGTH_BYTES = Integer.BYTES;

    private final int maxFrameBytes;
    private ByteBuf incomplete; // null if the last read ended with a frame

    /**
     * Creates a handler of one connection.
     *
     * @param maxFrameBytes maximum size of a frame, without its length
     */
    protected FrameHandler(int maxFrameBytes) {
        this.maxFrameBytes = maxFrameBytes;
    }

    /**
     * Handles complete frames, each after its length.
     *
     * @param context the context of this handler
     * @param frames one or several frames; the caller releases the buffer
     * @throws Exception closes the connection
     */
    protected abstract void frames(ChannelHandlerContext context, ByteBuf frames) throws Exception;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
        ByteBuf read = (ByteBuf) message;
        try {
            if (incomplete != null) {
                complete(context, read);
            }
            int end = endOfFrames(read);
            int after = read.writerIndex();
            if (end > read.readerIndex()) {
                read.writerIndex(end);
                frames(context, read);
                read.setIndex(end, after);
            }
            if (read.isReadable()) {
                incomplete = context.alloc().heapBuffer(Math.max(read.readableBytes(), wantedBytes(read)));
                incomplete.writeBytes(read);
            }
        } finally {
            read.release();
        }
    }

    /** Appends what has arrived to the incomplete frame, and passes it on if that was the rest of it. */
    private void complete(ChannelHandlerContext context, ByteBuf read) throws Exception {
        append(read);
        append(read); // the length may be known only now
        if (incomplete.readableBytes() == wantedBytes(incomplete)) {
            ByteBuf frame = incomplete;
            incomplete = null;
            try {
                frames(context, frame);
            } finally {
                frame.release();
            }
        }
    }

    private void append(ByteBuf read) {
        int missing = wantedBytes(incomplete) - incomplete.readableBytes();
        incomplete.writeBytes(read, Math.min(missing, read.readableBytes()));
    }

    /** Returns the size of the first frame with its length; that of a length if the length is incomplete. */
    private int wantedBytes(ByteBuf bytes) {
        return bytes.readableBytes() < LENGTH_BYTES
                ? LENGTH_BYTES
                : LENGTH_BYTES + checked(bytes.getInt(bytes.readerIndex()));
    }

    private int endOfFrames(ByteBuf bytes) {
        int after = bytes.writerIndex();
        int end = bytes.readerIndex();
        while (after - end >= LENGTH_BYTES) {
            int length = checked(bytes.getInt(end));
            if (length > after - end - LENGTH_BYTES) {
                break;
            }
            end += LENGTH_BYTES + length;
        }
        return end;
    }

    private int checked(int length) {
        if (length < 0 || length > maxFrameBytes) {
            throw new TooLongFrameException("a frame of " + length + " bytes, must be 0 to " + maxFrameBytes);
        }
        return length;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored")
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        // A peer that disconnects during a write is not an error.
        LOG.log(Level.FINE, cause, () -> "connection closed: " + context.channel());
        context.close();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        if (incomplete != null) {
            incomplete.release();
            incomplete = null;
        }
    }
}
