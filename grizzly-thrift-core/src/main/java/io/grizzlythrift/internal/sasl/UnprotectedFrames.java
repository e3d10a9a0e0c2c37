package io.grizzlythrift.internal.sasl;

import io.grizzlythrift.internal.frame.MessageStream;
import java.io.IOException;
import java.util.function.IntFunction;
import org.glassfish.grizzly.Buffer;

/** Frames without protection, until the first byte in them tells what they hold. */
final class UnprotectedFrames implements IncomingFrames {
    private final FrameLength length;
    private final IntFunction<IncomingFrames> ofMessages;
    private final IntFunction<IncomingFrames> ofOthers;
    private IncomingFrames chosen;

    /**
     * Both functions get the length of the first frame, which belongs to what they return, and are called by the thread that
     * reads.
     *
     * @param ofMessages takes the frames of a client that sends unframed messages
     * @param ofOthers takes those of any other client
     */
    UnprotectedFrames(int maxBytes, IntFunction<IncomingFrames> ofMessages, IntFunction<IncomingFrames> ofOthers) {
        length = new FrameLength(maxBytes);
        this.ofMessages = ofMessages;
        this.ofOthers = ofOthers;
    }

    @Override
    public Buffer take(Buffer read) throws IOException {
        if (chosen == null) {
            choose(read);
        }
        return chosen == null ? null : chosen.take(read);
    }

    private void choose(Buffer read) throws IOException {
        int offset = read.arrayOffset();
        int position = offset + read.position();
        int to = position + read.remaining();
        while (position < to && !length.isComplete()) {
            position = length.take(read.array(), position, to);
            if (length.isComplete() && length.value() == 0) {
                length.reset();
            }
        }
        if (position == to) {
            read.tryDispose();
            return;
        }
        read.position(position - offset);
        boolean areMessages = MessageStream.mayBegin(read.array()[position]);
        chosen = (areMessages ? ofMessages : ofOthers).apply(length.value());
    }

    @Override
    public long incompleteFrame() {
        return chosen == null ? 0 : chosen.incompleteFrame();
    }
}
