package io.grizzlythrift.bench.drift;

import com.google.common.util.concurrent.FutureCallback;
import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.gen.User;
import io.grizzlythrift.bench.gen.UserPage;
import io.grizzlythrift.bench.gen.Work;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.apache.thrift.async.AsyncMethodCallback;

/**
 * Makes the calls of the bench through a client of Drift. Structs are copied into and out of Drift's, which is a part of
 * the client's CPU time. Callbacks run on the event loop of the connection.
 */
final class DriftStub implements BenchService.AsyncIface {
    private final DriftService service;

    DriftStub(DriftService service) {
        this.service = service;
    }

    @Override
    public void ping(AsyncMethodCallback<Void> callback) {
        pass(service.ping(), callback);
    }

    @Override
    public void add(int left, int right, AsyncMethodCallback<Integer> callback) {
        pass(service.add(left, right), callback);
    }

    @Override
    public void echo(String text, AsyncMethodCallback<String> callback) {
        pass(service.echo(text), callback);
    }

    @Override
    public void blob(ByteBuffer bytes, AsyncMethodCallback<ByteBuffer> callback) {
        pass(service.blob(bytes), callback);
    }

    @Override
    public void work(Work work, AsyncMethodCallback<Work> callback) {
        pass(service.work(DriftWork.of(work)), DriftWork::generated, callback);
    }

    @Override
    public void sleep(int millis, AsyncMethodCallback<Void> callback) {
        pass(service.sleep(millis), callback);
    }

    @Override
    public void burn(int micros, AsyncMethodCallback<Void> callback) {
        pass(service.burn(micros), callback);
    }

    @Override
    public void note(String text, AsyncMethodCallback<Void> callback) {
        throw new UnsupportedOperationException("load runs make no oneway calls");
    }

    @Override
    public void existUser(String email, AsyncMethodCallback<Boolean> callback) {
        pass(service.existUser(email), callback);
    }

    @Override
    public void createUser(User user, AsyncMethodCallback<Boolean> callback) {
        pass(service.createUser(DriftUser.of(user)), callback);
    }

    @Override
    public void getUser(long id, AsyncMethodCallback<User> callback) {
        pass(service.getUser(id), DriftUser::generated, callback);
    }

    @Override
    public void listUser(int pageNumber, AsyncMethodCallback<UserPage> callback) {
        pass(service.listUser(pageNumber), DriftUserPage::generated, callback);
    }

    private static <T> void pass(ListenableFuture<T> reply, AsyncMethodCallback<T> callback) {
        pass(reply, Function.identity(), callback);
    }

    private static <T, R> void pass(
            ListenableFuture<T> reply, Function<T, R> generated, AsyncMethodCallback<R> callback) {
        Futures.addCallback(
                reply,
                new FutureCallback<T>() {
                    @Override
                    public void onSuccess(T result) {
                        callback.onComplete(generated.apply(result));
                    }

                    @Override
                    public void onFailure(Throwable failed) {
                        callback.onError(failed instanceof Exception e ? e : new IllegalStateException(failed));
                    }
                },
                MoreExecutors.directExecutor());
    }
}
