package io.grizzlythrift.internal.dispatch;

import io.grizzlythrift.internal.memory.MemoryAccount;
import io.grizzlythrift.internal.message.ProcessorTable;
import io.grizzlythrift.internal.message.ReplyTranscoder;
import io.grizzlythrift.internal.security.CallDenial;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.thrift.TApplicationException;

/**
 * Converts the only call of an origin to the strict binary protocol, and its reply to the form that its peer expects.
 * Nothing is converted before the call is routed, admitted and allowed: until then, its message has only a header, of
 * which the path of the request is the name.
 *
 * <p>Arguments are converted by the thread of the call. A handler and its timeout may reply at the same time, on two
 * threads; so a converted reply carries its status.
 */
public interface CallTranscoder extends ReplyTranscoder {
    /**
     * Converts the arguments. Called at most once, by the thread that runs the call.
     *
     * @param memory is charged for the message until {@link #release}
     * @return the whole message; the same as {@link #message()} from now on
     * @throws TApplicationException the reply, if they cannot be converted
     */
    byte[] convert(MemoryAccount memory) throws TApplicationException;

    /** {@return the message, after {@link #convert} and before {@link #release}} */
    byte[] message();

    /** Forgets the message, if it was converted, and releases its memory. Its array remains valid. */
    void release(MemoryAccount memory);

    /** Forgets the arguments, whose memory is released. Called once the call is converted, or ended without that. */
    default void discard() {}

    /** {@return the services that the call can use, if they are not those of its connection} */
    Optional<ProcessorTable> services();

    /** {@return the head of the response with the bytes that {@link #transcode} returned, which begin with its status} */
    ResponseHead headOf(int status);

    /** {@return the head of the empty response to a oneway call} */
    ResponseHead headOfOneway();

    /** {@return the response to a oneway call that fails before it runs} */
    Response failure(TApplicationException failure);

    /** {@return the response to a caller who must not make the call} */
    Response denial(CallDenial denial);

    /**
     * A response.
     *
     * @param head its head
     * @param body its body
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Response(ResponseHead head, byte[] body) {
        /** The size of the status in front of a body. */
        public static final int STATUS_BYTES = Short.BYTES;

        /** {@return the body with the status in front of it, as {@link CallTranscoder#transcode} returns it} */
        public ByteBuffer withStatus() {
            return ByteBuffer.allocate(STATUS_BYTES + body.length)
                    .putShort((short) head.status())
                    .put(body)
                    .flip();
        }
    }
}
