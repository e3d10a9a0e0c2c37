package io.grizzlythrift.fuzz;

import io.grizzlythrift.message.ThriftProtocol;
import java.util.List;

/** The fuzz target for messages of the compact protocol. */
public final class CompactMessageFuzz {
    private static final MessageCheck CHECK = new MessageCheck(ThriftProtocol.COMPACT, MessageCheck.HOSTILE);

    private CompactMessageFuzz() {}

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
        return RealMessages.ofEachMethod(ThriftProtocol.COMPACT);
    }
}
