package io.grizzlythrift.bench.service;

import static java.util.Objects.requireNonNull;

import io.grizzlythrift.bench.gen.BenchService;
import io.grizzlythrift.bench.gen.User;
import io.grizzlythrift.bench.gen.UserPage;
import io.grizzlythrift.bench.gen.Work;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TException;
import org.apache.thrift.async.AsyncMethodCallback;

/**
 * A call that is made repeatedly: its arguments, methods that make it through each kind of generated code, and the
 * check of its result. Immutable and thread-safe.
 */
public final class PreparedCall {
    private static final int LEFT = 40;
    private static final int RIGHT = 2;

    private final Method method;
    private final int size;
    private final int handlerMicros;
    private final String text;
    private final ByteBuffer bytes;
    private final Work work;
    private final User user = SampleUsers.user(SampleUsers.ID);
    private final UserPage page = SampleUsers.page(SampleUsers.PAGE);

    /**
     * Prepares the arguments.
     *
     * @param method the method to call
     * @param size length of the text or bytes, for methods that have them
     * @param handlerMicros how long the handler takes, for {@link Method#SLEEP} and {@link Method#BURN}
     */
    public PreparedCall(Method method, int size, int handlerMicros) {
        this.method = requireNonNull(method, "method");
        this.size = size;
        this.handlerMicros = handlerMicros;
        text = text(method == Method.ECHO ? size : 0);
        bytes = bytes(method == Method.BLOB ? size : 0);
        work = work(method == Method.WORK ? size : 0);
    }

    /** {@return the argument of echo; empty for other methods} */
    public String text() {
        return text;
    }

    /** {@return the length of the text or bytes, for methods that have them} */
    int size() {
        return size;
    }

    /**
     * Makes the call and waits for the result.
     *
     * @param service the service to call
     * @return the result; null for a method without one
     * @throws TException if the call failed
     */
    public Object call(BenchService.Iface service) throws TException {
        switch (method) {
            case PING -> service.ping();
            case ADD -> {
                return service.add(LEFT, RIGHT);
            }
            case ECHO -> {
                return service.echo(text);
            }
            case BLOB -> {
                return service.blob(bytes);
            }
            case WORK -> {
                return service.work(work);
            }
            case EXIST_USER -> {
                return service.existUser(SampleUsers.EMAIL);
            }
            case CREATE_USER -> {
                return service.createUser(user);
            }
            case GET_USER -> {
                return service.getUser(SampleUsers.ID);
            }
            case LIST_USER -> {
                return service.listUser(SampleUsers.PAGE);
            }
            case SLEEP -> service.sleep(handlerMicros / 1000);
            case BURN -> service.burn(handlerMicros);
        }
        return null;
    }

    /**
     * Starts a call that ends with a callback.
     *
     * @param service the service to call
     * @param callback receives the result; null for a method without one
     * @throws TException if the call could not be started
     */
    public void begin(BenchService.AsyncIface service, AsyncMethodCallback<Object> callback) throws TException {
        switch (method) {
            case PING -> service.ping(narrowed(callback));
            case ADD -> service.add(LEFT, RIGHT, narrowed(callback));
            case ECHO -> service.echo(text, narrowed(callback));
            case BLOB -> service.blob(bytes, narrowed(callback));
            case WORK -> service.work(work, narrowed(callback));
            case EXIST_USER -> service.existUser(SampleUsers.EMAIL, narrowed(callback));
            case CREATE_USER -> service.createUser(user, narrowed(callback));
            case GET_USER -> service.getUser(SampleUsers.ID, narrowed(callback));
            case LIST_USER -> service.listUser(SampleUsers.PAGE, narrowed(callback));
            case SLEEP -> service.sleep(handlerMicros / 1000, narrowed(callback));
            case BURN -> service.burn(handlerMicros, narrowed(callback));
        }
    }

    /**
     * Starts a call that completes a future.
     *
     * @param service the service to call
     * @return a future of the result; of null for a method without one
     * @throws TException if the call could not be started
     */
    public CompletableFuture<?> begin(BenchService.FutureIface service) throws TException {
        return switch (method) {
            case PING -> service.ping();
            case ADD -> service.add(LEFT, RIGHT);
            case ECHO -> service.echo(text);
            case BLOB -> service.blob(bytes);
            case WORK -> service.work(work);
            case EXIST_USER -> service.existUser(SampleUsers.EMAIL);
            case CREATE_USER -> service.createUser(user);
            case GET_USER -> service.getUser(SampleUsers.ID);
            case LIST_USER -> service.listUser(SampleUsers.PAGE);
            case SLEEP -> service.sleep(handlerMicros / 1000);
            case BURN -> service.burn(handlerMicros);
        };
    }

    /**
     * Writes one request.
     *
     * @param client writes to its transport
     * @throws TException if the transport rejects the request
     */
    public void send(BenchService.Client client) throws TException {
        switch (method) {
            case PING -> client.send_ping();
            case ADD -> client.send_add(LEFT, RIGHT);
            case ECHO -> client.send_echo(text);
            case BLOB -> client.send_blob(bytes);
            case WORK -> client.send_work(work);
            case EXIST_USER -> client.send_existUser(SampleUsers.EMAIL);
            case CREATE_USER -> client.send_createUser(user);
            case GET_USER -> client.send_getUser(SampleUsers.ID);
            case LIST_USER -> client.send_listUser(SampleUsers.PAGE);
            case SLEEP -> client.send_sleep(handlerMicros / 1000);
            case BURN -> client.send_burn(handlerMicros);
        }
    }

    /**
     * Reads one reply.
     *
     * @param client reads from its transport
     * @return the result; null for a method without one
     * @throws TException if the reply belongs to another call, or is an exception
     */
    public Object receive(BenchService.Client client) throws TException {
        switch (method) {
            case PING -> client.recv_ping();
            case ADD -> {
                return client.recv_add();
            }
            case ECHO -> {
                return client.recv_echo();
            }
            case BLOB -> {
                return client.recv_blob();
            }
            case WORK -> {
                return client.recv_work();
            }
            case EXIST_USER -> {
                return client.recv_existUser();
            }
            case CREATE_USER -> {
                return client.recv_createUser();
            }
            case GET_USER -> {
                return client.recv_getUser();
            }
            case LIST_USER -> {
                return client.recv_listUser();
            }
            case SLEEP -> client.recv_sleep();
            case BURN -> client.recv_burn();
        }
        return null;
    }

    /**
     * Compares a whole result with the expected one.
     *
     * @param answer the result
     * @return true if they are equal
     */
    public boolean isRight(Object answer) {
        return switch (method) {
            case PING, SLEEP, BURN -> answer == null;
            case ADD -> Integer.valueOf(LEFT + RIGHT).equals(answer);
            case ECHO -> text.equals(answer);
            case BLOB -> bytes.equals(answer);
            case WORK -> Objects.equals(work, answer);
            case EXIST_USER, CREATE_USER -> Boolean.TRUE.equals(answer);
            case GET_USER -> user.equals(answer);
            case LIST_USER -> page.equals(answer);
        };
    }

    /**
     * Describes a wrong result.
     *
     * @param answer the wrong result
     * @return one line of limited length
     */
    public String complaint(Object answer) {
        return "a wrong answer to " + method + ": " + shortened(answer);
    }

    private static String shortened(Object answer) {
        int shown = 40;
        String whole = String.valueOf(answer);
        return whole.length() <= shown ? whole : whole.substring(0, shown) + "... (" + whole.length() + " characters)";
    }

    /** Unchecked, but safe: the type of the result follows from the method, which only this class selects. */
    @SuppressWarnings("unchecked")
    private static <T> AsyncMethodCallback<T> narrowed(AsyncMethodCallback<?> callback) {
        return (AsyncMethodCallback<T>) callback;
    }

    private static String text(int size) {
        StringBuilder text = new StringBuilder(size);
        for (int i = 0; i < size; i++) {
            text.append((char) ('a' + i % 26));
        }
        return text.toString();
    }

    private static ByteBuffer bytes(int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i * 31);
        }
        return ByteBuffer.wrap(bytes);
    }

    private static Work work(int size) {
        List<Long> parts =
                new ArrayList<>(Arrays.asList(1L, 20L, 300L, 4_000L, 50_000L, 600_000L, 7_000_000L, 80_000_000L));
        return new Work(1_234_567_890_123L, 7, text(size / 2), bytes(size - size / 2), parts);
    }
}
