package io.grizzlythrift.test.everything;

import io.grizzlythrift.test.gen.Everything;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TException;
import org.apache.thrift.async.TAsyncClientManager;
import org.apache.thrift.protocol.TProtocolFactory;
import org.apache.thrift.transport.TNonblockingSocket;

/**
 * libthrift's TAsyncClient behind the blocking interface, so that it passes the same tests. A TAsyncClient is unusable
 * after an exception, even a declared one: the next call gets a new client with a new socket.
 */
final class AsyncEverythingClient implements EverythingClient {
    private final int port;
    private final TProtocolFactory protocol;
    private final TAsyncClientManager manager;
    private final Everything.Iface calls;
    private TNonblockingSocket socket;
    private Everything.AsyncClient client;

    AsyncEverythingClient(int port, TProtocolFactory protocol) {
        this.port = port;
        this.protocol = protocol;
        try {
            manager = new TAsyncClientManager();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        calls = (Everything.Iface) Proxy.newProxyInstance(
                Everything.Iface.class.getClassLoader(),
                new Class<?>[] {Everything.Iface.class},
                (proxy, method, arguments) -> call(method, arguments));
    }

    @Override
    public Everything.Iface calls() {
        return calls;
    }

    @Override
    public void close() {
        manager.stop();
        closeSocket();
    }

    private Object call(Method method, Object[] arguments) throws Throwable {
        if (client == null || client.hasError()) {
            connect();
        }
        Everything.FutureIface futures = new Everything.FutureClient(client);
        Method asynchronous = Everything.FutureIface.class.getMethod(method.getName(), method.getParameterTypes());
        try {
            return ((CompletableFuture<?>) asynchronous.invoke(futures, arguments))
                    .get(ClientKind.TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private void connect() throws IOException, TException {
        closeSocket();
        socket = new TNonblockingSocket("127.0.0.1", port);
        socket.getConfiguration().setMaxFrameSize(ClientKind.MAX_BYTES);
        client = new Everything.AsyncClient(protocol, manager, socket);
    }

    private void closeSocket() {
        if (socket != null) {
            socket.close();
        }
    }
}
