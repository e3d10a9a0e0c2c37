package io.grizzlythrift.fuzz;

import io.grizzlythrift.message.ThriftProtocol;
import java.util.List;

/** The fuzz target for messages of the binary protocol. */
public final class BinaryMessageFuzz {
    private static final MessageCheck CHECK = new MessageCheck(ThriftProtocol.BINARY, MessageCheck.HOSTILE);

    private BinaryMessageFuzz() {}

    /**
     * Called by the fuzzer.
     *
     * @param input a message, without the length in front
     */
    public static void fuzzerTestOneInput(byte[] input) {
        CHECK.checkInput(input);
    }

    /**
     * Returns messages of all methods.
     *
     * @return the initial corpus of the fuzzer
     */
    public static List<byte[]> seeds() {
        return RealMessages.ofEachMethod(ThriftProtocol.BINARY);
    }
}
