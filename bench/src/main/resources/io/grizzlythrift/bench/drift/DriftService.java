package io.grizzlythrift.bench.drift;

import com.google.common.util.concurrent.ListenableFuture;
import io.airlift.drift.annotations.ThriftMethod;
import io.airlift.drift.annotations.ThriftService;
import java.nio.ByteBuffer;

/** The methods of the bench's service that have a reply, in Drift's annotations. */
@ThriftService
public interface DriftService {
    @ThriftMethod
    ListenableFuture<Void> ping();

    @ThriftMethod
    ListenableFuture<Integer> add(int left, int right);

    @ThriftMethod
    ListenableFuture<String> echo(String text);

    @ThriftMethod
    ListenableFuture<ByteBuffer> blob(ByteBuffer bytes);

    @ThriftMethod
    ListenableFuture<DriftWork> work(DriftWork work);

    @ThriftMethod
    ListenableFuture<Void> sleep(int millis);

    @ThriftMethod
    ListenableFuture<Void> burn(int micros);

    @ThriftMethod
    ListenableFuture<Boolean> existUser(String email);

    @ThriftMethod
    ListenableFuture<Boolean> createUser(DriftUser user);

    @ThriftMethod
    ListenableFuture<DriftUser> getUser(long id);

    @ThriftMethod
    ListenableFuture<DriftUserPage> listUser(int pageNumber);
}
