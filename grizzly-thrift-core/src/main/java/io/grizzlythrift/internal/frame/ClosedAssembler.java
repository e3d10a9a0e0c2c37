package io.grizzlythrift.internal.frame;

/**
 * Takes the place of the assembler of a connection that was closed, so that its partial message can be collected: the
 * memory account has released it. Others may know the connection for longer; the timeout monitor, for example, drops a
 * closed one at its next check.
 *
 * <p>It refuses bytes that a thread has read before the connection was closed: they may continue a message, and must
 * not be taken for the beginning of one.
 */
final class ClosedAssembler extends MessageAssembler {
    ClosedAssembler(MessageAssembler before) {
        super(before.memory(), before.clock());
    }

    @Override
    FrameBatch take(byte[] read, int from, int to) throws FrameException {
        throw FrameException.ofClosed();
    }
}
