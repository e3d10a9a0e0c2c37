package io.grizzlythrift.client.stub;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TException;
import org.apache.thrift.async.AsyncMethodCallback;

/** The three interfaces that the Thrift compiler generates for a service, and how the calls of each are started. */
enum StubKind {
    BLOCKING("Iface") {
        @Override
        boolean mayChangeArguments(Method method) {
            return false;
        }

        @Override
        Object call(Stub stub, StubMethod method, Object[] arguments) throws TException {
            return new BlockingCall(stub, method, arguments).result();
        }
    },

    CALLBACK("AsyncIface") {
        @Override
        Class<?>[] argumentTypes(Method method) {
            Class<?>[] all = method.getParameterTypes();
            return all.length > 0 && all[all.length - 1] == AsyncMethodCallback.class
                    ? Arrays.copyOf(all, all.length - 1)
                    : all;
        }

        @Override
        @SuppressWarnings("unchecked") // generated code declares the type of its result
        Object call(Stub stub, StubMethod method, Object[] arguments) {
            int last = arguments.length - 1;
            AsyncMethodCallback<Object> callback = (AsyncMethodCallback<Object>) arguments[last];
            stub.start(new CallbackCall(stub, method, Arrays.copyOf(arguments, last), callback));
            return null;
        }
    },

    FUTURE("FutureIface") {
        @Override
        CompletableFuture<Object> call(Stub stub, StubMethod method, Object[] arguments) {
            FutureCall call = new FutureCall(stub, method, arguments);
            stub.start(call);
            return call.future();
        }
    };

    private final String interfaceName;

    StubKind(String interfaceName) {
        this.interfaceName = interfaceName;
    }

    /** {@return the simple name of the generated interface} */
    String interfaceName() {
        return interfaceName;
    }

    /** {@return the types of the arguments that are sent} */
    Class<?>[] argumentTypes(Method method) {
        return method.getParameterTypes();
    }

    /** {@return whether the caller may change arguments of a method before the call has ended} */
    boolean mayChangeArguments(Method method) {
        return !Arrays.stream(argumentTypes(method)).allMatch(StubKind::isImmutable);
    }

    private static boolean isImmutable(Class<?> type) {
        return type.isPrimitive() || type.isEnum() || type == String.class || type == UUID.class;
    }

    abstract Object call(Stub stub, StubMethod method, Object[] arguments) throws TException;
}
