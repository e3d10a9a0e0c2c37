package io.grizzlythrift.bench.drift;

import static com.google.common.util.concurrent.Futures.immediateFuture;
import static com.google.common.util.concurrent.Futures.immediateVoidFuture;

import com.google.common.util.concurrent.ListenableFuture;
import io.grizzlythrift.bench.service.BenchHandler;
import java.nio.ByteBuffer;

/**
 * The handler of all servers, for Drift. Users are copied into Drift's structs, because the handler creates them as
 * generated ones; everything else is passed on. Stateless and thread-safe.
 */
final class DriftHandler implements DriftService {
    private final BenchHandler handler = new BenchHandler();

    @Override
    public ListenableFuture<Void> ping() {
        handler.ping();
        return immediateVoidFuture();
    }

    @Override
    public ListenableFuture<Integer> add(int left, int right) {
        return immediateFuture(handler.add(left, right));
    }

    @Override
    public ListenableFuture<String> echo(String text) {
        return immediateFuture(handler.echo(text));
    }

    @Override
    public ListenableFuture<ByteBuffer> blob(ByteBuffer bytes) {
        return immediateFuture(handler.blob(bytes));
    }

    @Override
    public ListenableFuture<DriftWork> work(DriftWork work) {
        return immediateFuture(work);
    }

    @Override
    public ListenableFuture<Void> sleep(int millis) {
        handler.sleep(millis);
        return immediateVoidFuture();
    }

    @Override
    public ListenableFuture<Void> burn(int micros) {
        handler.burn(micros);
        return immediateVoidFuture();
    }

    @Override
    public ListenableFuture<Boolean> existUser(String email) {
        return immediateFuture(handler.existUser(email));
    }

    @Override
    public ListenableFuture<Boolean> createUser(DriftUser user) {
        return immediateFuture(user.id > 0);
    }

    @Override
    public ListenableFuture<DriftUser> getUser(long id) {
        return immediateFuture(DriftUser.of(handler.getUser(id)));
    }

    @Override
    public ListenableFuture<DriftUserPage> listUser(int pageNumber) {
        return immediateFuture(DriftUserPage.of(handler.listUser(pageNumber)));
    }
}
