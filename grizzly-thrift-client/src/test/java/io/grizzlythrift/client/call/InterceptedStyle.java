package io.grizzlythrift.client.call;

import io.grizzlythrift.client.ThriftClient;
import io.grizzlythrift.client.config.CallOptions;
import io.grizzlythrift.client.gen.Probe;
import io.grizzlythrift.client.testing.CallStyle;
import io.grizzlythrift.client.testing.CallerThread;
import io.grizzlythrift.message.ThriftProtocol;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Optional;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.testng.annotations.DataProvider;

/** The ways to call to which interceptors apply: the three kinds of stub, and a generated client over a transport. */
enum InterceptedStyle {
    BLOCKING,
    CALLBACK,
    FUTURE,
    TRANSPORT {
        @Override
        Probe.FutureIface stub(ThriftClient client, CallOptions options, Optional<String> service) {
            return (Probe.FutureIface) Proxy.newProxyInstance(
                    Probe.class.getClassLoader(),
                    new Class<?>[] {Probe.FutureIface.class},
                    (proxy, method, arguments) ->
                            CallerThread.start(() -> call(client, options, service, method, arguments)));
        }
    };

    private static Object call(
            ThriftClient client, CallOptions options, Optional<String> service, Method method, Object[] arguments)
            throws Exception {
        TProtocol in = ThriftProtocol.COMPACT.getProtocol(client.transport(options));
        TProtocol out = service.isPresent() ? new TMultiplexedProtocol(in, service.get()) : in;
        try {
            return Probe.Iface.class
                    .getMethod(method.getName(), method.getParameterTypes())
                    .invoke(new Probe.Client(in, out), arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception failure) {
                throw failure;
            }
            throw e;
        }
    }

    /** Returns a stub whose methods return without waiting, in the compact protocol. */
    Probe.FutureIface stub(ThriftClient client, CallOptions options, Optional<String> service) {
        return CallStyle.valueOf(name())
                .futures(
                        Probe.FutureIface.class,
                        type -> service.isPresent()
                                ? client.stub(type, service.get(), options)
                                : client.stub(type, options));
    }

    Probe.FutureIface stub(ThriftClient client) {
        return stub(client, CallOptions.create(), Optional.empty());
    }

    @DataProvider(name = "interceptedStyles")
    static Object[][] styles() {
        return Arrays.stream(values()).map(style -> new Object[] {style}).toArray(Object[][]::new);
    }
}
