package io.grizzlythrift.client.generic;

import io.grizzlythrift.catalog.ServiceCatalog;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TException;

/**
 * Calls methods by their names, with arguments as JSON or as maps, without generated code. A {@link ServiceCatalog} describes
 * the services: that of generated classes, of a {@code .thrift} file ({@link io.grizzlythrift.catalog.idl.ThriftIdl}), or of
 * the server itself ({@link io.grizzlythrift.client.ThriftClient#describeServer}). Needs jackson-core on the class path.
 * Thread-safe.
 *
 * <pre>{@code
 * GenericClient calls = client.generic(ThriftIdl.read(Path.of("calculator.thrift")));
 * String sum = calls.call("Calculator.add", "{\"a\": 1, \"b\": 2}");                       // "3"
 * Optional<Object> same = calls.call("Calculator.add", Map.of("a", 1, "b", 2));           // 3
 * }</pre>
 *
 * <p>Calls are those of any stub of the client: they are balanced, retried and hedged, have its timeout, headers and
 * interceptors, and run on the same connections and threads. If the {@link
 * io.grizzlythrift.client.ThriftClientBuilder#routingKey} depends on arguments, it gets one argument, which is the JSON text.
 *
 * <p>The name of a method is {@code Service.method}, or {@code method} if only one service of the catalog has it. The service
 * is named as in the IDL or, if it has one, by its multiplexed name.
 *
 * <p>{@link io.grizzlythrift.catalog.json.JsonTranscoder} describes how values are written in JSON. In maps, values have the
 * types of {@link io.grizzlythrift.catalog.FieldDescription#defaultValue}: a struct is a {@code Map} from names of fields to
 * values, a list or set is a {@code List}, an enum is the name of its member or, if it has none, its number. Arguments may also
 * be other numbers that fit, any {@code Iterable}, enums, and {@code byte[]}.
 *
 * <h2>How a call ends</h2>
 *
 * As a call of a stub does, except that an exception that the method declares arrives as a {@link DeclaredException}. If the
 * arguments do not fit, nothing is sent, and the call fails with {@link
 * io.grizzlythrift.client.call.FailureCause#UNWRITABLE_CALL}: its cause is a {@link
 * io.grizzlythrift.catalog.json.TranscodingException}, which names the path of the wrong value.
 */
public interface GenericClient {
    /**
     * Makes a call and waits for its end. A oneway call ends when it is handed to the socket.
     *
     * @param method the name of a method
     * @param arguments an object with the arguments by name
     * @return the result as JSON; {@code null} as a text for a method without a result
     * @throws DeclaredException if the method threw an exception that it declares
     * @throws TException if the call failed, or the server threw another exception
     * @throws IllegalArgumentException if the catalog has no such method, or several
     * @throws IllegalStateException on a thread of the client, which would wait for itself
     */
    String call(String method, String arguments) throws TException;

    /**
     * Makes a call and waits for its end, as {@link #call(String, String)} does.
     *
     * @param method the name of a method
     * @param arguments the arguments by name; values may be null, which means not set
     * @return the result; empty for a method without a result
     * @throws DeclaredException if the method threw an exception that it declares
     * @throws TException if the call failed, or the server threw another exception
     * @throws IllegalArgumentException if the catalog has no such method, or several; or if an argument has a type that no
     *     value of Thrift has
     * @throws IllegalStateException on a thread of the client, which would wait for itself
     */
    Optional<Object> call(String method, Map<String, ?> arguments) throws TException;

    /**
     * Starts a call. Cancelling the future abandons the call.
     *
     * @param method the name of a method
     * @param arguments an object with the arguments by name
     * @return completes with the result as JSON, or with the exception of {@link #call(String, String)}, on the thread that
     *     {@link io.grizzlythrift.client.ThriftClient} names for futures
     * @throws IllegalArgumentException if the catalog has no such method, or several
     */
    CompletableFuture<String> callAsync(String method, String arguments);

    /**
     * Starts a call, as {@link #callAsync(String, String)} does.
     *
     * @param method the name of a method
     * @param arguments the arguments by name; values may be null, which means not set; may be changed after this has returned
     * @return completes with the result, or with the exception of {@link #call(String, Map)}
     * @throws IllegalArgumentException if the catalog has no such method, or several; or if an argument has a type that no
     *     value of Thrift has
     */
    CompletableFuture<Optional<Object>> callAsync(String method, Map<String, ?> arguments);

    /**
     * Returns a client whose calls name a service on a server that distinguishes several, as {@code TMultiplexedProtocol} does.
     * The name replaces those of the catalog.
     *
     * @param serviceName not blank, without a colon
     * @return a new client of the same catalog
     * @throws IllegalArgumentException if the name is invalid
     */
    GenericClient multiplexed(String serviceName);

    /** {@return the description of the services} */
    ServiceCatalog catalog();
}
