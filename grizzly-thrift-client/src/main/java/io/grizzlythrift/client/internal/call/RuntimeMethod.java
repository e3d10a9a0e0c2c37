package io.grizzlythrift.client.internal.call;

import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocol;

/** One method that is described at run time instead of by generated code. Thread-safe. */
public interface RuntimeMethod {
    String name();

    boolean isOneway();

    /** Writes the struct of the arguments. Called again for each further attempt at the same call. */
    void writeArguments(Object arguments, TProtocol out) throws TException;

    /**
     * Reads the struct of the result.
     *
     * @return the result; null for a method without one
     * @throws TException the exception that the reply carries, or that says why the reply cannot be read
     */
    Object readResult(TProtocol in) throws TException;
}
