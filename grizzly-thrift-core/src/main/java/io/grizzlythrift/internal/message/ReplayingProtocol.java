package io.grizzlythrift.internal.message;

import org.apache.thrift.protocol.TMessage;

/** The part of a {@link MessageProtocol} that does not depend on the class of libthrift that it extends. */
interface ReplayingProtocol extends MessageProtocol {
    /** {@return the state of this protocol, always the same object} */
    MessageState state();

    @Override
    default void replay(TMessage header) {
        state().replay(header);
    }

    @Override
    default boolean argumentsRead() {
        return state().argumentsRead();
    }

    @Override
    default byte writtenType() {
        return state().writtenType();
    }

    @Override
    default int writtenExceptionType() {
        return state().writtenExceptionType();
    }
}
