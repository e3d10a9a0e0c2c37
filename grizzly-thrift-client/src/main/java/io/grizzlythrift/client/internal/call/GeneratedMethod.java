package io.grizzlythrift.client.internal.call;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Optional;
import org.apache.thrift.TException;
import org.apache.thrift.TServiceClient;

/**
 * One method of a service: handles of the generated methods that write its call and read its reply, or of a {@link
 * RuntimeMethod}, which does both without generated code.
 */
public final class GeneratedMethod {
    private static final MethodType SEND = MethodType.methodType(void.class, TServiceClient.class, Object[].class);
    private static final MethodType RECEIVE = MethodType.methodType(Object.class, TServiceClient.class);

    private final GeneratedService service;
    private final String name;
    private final MethodHandle send;
    private final Optional<MethodHandle> receive;

    private GeneratedMethod(GeneratedService service, String name, MethodHandle send, Optional<MethodHandle> receive) {
        this.service = service;
        this.name = name;
        this.send = send;
        this.receive = receive;
    }

    /**
     * Creates the handles of one method.
     *
     * @param send the generated {@code send_} method
     * @param receive the generated {@code recv_} method; empty if the method is oneway
     */
    public static GeneratedMethod of(GeneratedService service, String name, Method send, Optional<Method> receive)
            throws IllegalAccessException {
        MethodHandle sender = handle(send)
                .asSpreader(Object[].class, send.getParameterCount())
                .asType(SEND);
        Optional<MethodHandle> receiver = Optional.empty();
        if (receive.isPresent()) {
            receiver = Optional.of(handle(receive.get()).asType(RECEIVE));
        }
        return new GeneratedMethod(service, name, sender, receiver);
    }

    /** Creates the handles of a method that has no generated code. The service has clients of {@link RuntimeClient.Factory}. */
    public static GeneratedMethod of(GeneratedService service, RuntimeMethod method) {
        Optional<MethodHandle> receiver =
                method.isOneway() ? Optional.empty() : Optional.of(RuntimeClient.receiver(method));
        return new GeneratedMethod(service, method.name(), RuntimeClient.sender(method), receiver);
    }

    /** Does not use the public lookup, so that a module may export its generated code only to this module. */
    private static MethodHandle handle(Method method) throws IllegalAccessException {
        GeneratedMethod.class.getModule().addReads(method.getDeclaringClass().getModule());
        return MethodHandles.lookup().unreflect(method);
    }

    public GeneratedService service() {
        return service;
    }

    public String name() {
        return name;
    }

    public boolean isOneway() {
        return receive.isEmpty();
    }

    void send(TServiceClient client, Object[] arguments) throws TException {
        try {
            send.invokeExact(client, arguments);
        } catch (TException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new TException(t);
        }
    }

    Object receive(TServiceClient client) throws TException {
        try {
            return (Object) receive.orElseThrow().invokeExact(client);
        } catch (TException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new TException(t);
        }
    }
}
