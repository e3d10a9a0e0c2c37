package io.grizzlythrift.testkit;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes that are not the reply to a call, for {@link ReceivedCall#sendGarbage}. */
public enum Garbage {
    /** Bytes of no protocol. */
    NOISE {
        @Override
        byte[] bytes(ReceivedCall call) {
            byte[] noise = new byte[NOISE_BYTES];
            Arrays.fill(noise, (byte) 0xa5);
            return noise;
        }
    },

    /** A response of a web server to a request that it does not understand. */
    HTTP_ERROR {
        @Override
        byte[] bytes(ReceivedCall call) {
            return "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII);
        }
    },

    /** A frame with a negative length. */
    NEGATIVE_LENGTH {
        @Override
        byte[] bytes(ReceivedCall call) {
            return ByteBuffer.allocate(Integer.BYTES).putInt(-1).array();
        }
    },

    /** The length of a frame of a gigabyte, and nothing of the frame. */
    HUGE_LENGTH {
        @Override
        byte[] bytes(ReceivedCall call) {
            return ByteBuffer.allocate(Integer.BYTES).putInt(1 << 30).array();
        }
    },

    /** The first half of a reply. Close the connection afterwards, or the client waits for the rest. */
    HALF_REPLY {
        @Override
        byte[] bytes(ReceivedCall call) {
            byte[] reply = call.encodeException(call.noReply("half of this reply is missing"));
            return Arrays.copyOf(reply, reply.length / 2);
        }
    },

    /** A reply whose header is valid, and whose result cannot be decoded. */
    UNREADABLE_RESULT {
        @Override
        byte[] bytes(ReceivedCall call) {
            return call.encodeUnreadable();
        }
    },

    /** A valid reply with the sequence id of another call. */
    WRONG_SEQUENCE_ID {
        @Override
        byte[] bytes(ReceivedCall call) {
            return call.encodeForOther();
        }
    };

    private static final int NOISE_BYTES = 64;

    /** Returns the bytes, in the dialect and protocol of a call where that matters. */
    abstract byte[] bytes(ReceivedCall call);
}
