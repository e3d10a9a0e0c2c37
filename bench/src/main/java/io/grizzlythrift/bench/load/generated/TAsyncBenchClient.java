package io.grizzlythrift.bench.load.generated;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.load.caller.CallChains;
import io.grizzlythrift.bench.load.plan.LoadPlan;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.apache.thrift.async.TAsyncClientManager;
import org.apache.thrift.transport.TNonblockingSocket;
import org.apache.thrift.transport.TTransportException;

/**
 * The asynchronous client of libthrift: one call in flight per connection. The connections are distributed over
 * managers, one per I/O thread of the plan; the thread of a manager delivers the replies.
 */
public final class TAsyncBenchClient extends GeneratedClient {
    private final CallChains chains = new CallChains(mix(), answers());
    private final List<TAsyncClientManager> managers = new ArrayList<>();
    private final List<TNonblockingSocket> sockets = new ArrayList<>();

    public TAsyncBenchClient(LoadPlan plan) {
        super(plan);
        LoadPlan.requireOnly("in-flight of tasync", plan.inFlight(), 1);
    }

    @Override
    public void start() throws IOException {
        for (int i = 0; i < plan().ioThreads(); i++) {
            managers.add(new TAsyncClientManager());
        }
        for (int i = 0; i < plan().connections(); i++) {
            sockets.add(connect());
        }
        for (int i = 0; i < plan().connections(); i++) {
            BenchService.AsyncIface service = new BenchService.AsyncClient(
                    plan().protocol().factory(), managers.get(i % managers.size()), sockets.get(i));
            chains.add(chain -> chain.call().begin(service, chain));
        }
        chains.start(plan().rate());
    }

    /** Connects before the first call, as the other clients do. */
    private TNonblockingSocket connect() throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.connect(new InetSocketAddress(plan().host(), plan().port()));
            TNonblockingSocket socket = new TNonblockingSocket(channel);
            socket.getConfiguration().setMaxFrameSize(plan().maxFrameBytes());
            return socket;
        } catch (IOException failed) {
            channel.close();
            throw failed;
        } catch (TTransportException failed) {
            channel.close();
            throw new IOException(failed.toString(), failed);
        }
    }

    @Override
    public void close() {
        chains.stop(grace());
        managers.forEach(TAsyncClientManager::stop);
        sockets.forEach(TNonblockingSocket::close);
    }
}
