package io.grizzlythrift.hk2;

import io.grizzlythrift.test.gen.Base;
import java.util.concurrent.CompletableFuture;
import org.glassfish.hk2.api.PreDestroy;

/** A handler that replies with its name, and records what HK2 does with it. */
class Greeter implements Base.Iface, PreDestroy {
    /** The greeting whose call waits for {@link #reply}. */
    static final String HOLD = "hold";

    final CompletableFuture<Void> entered = new CompletableFuture<>();
    final CompletableFuture<String> reply = new CompletableFuture<>();
    final CompletableFuture<Void> disposed = new CompletableFuture<>();
    private final String name;

    Greeter() {
        this("greeter");
    }

    Greeter(String name) {
        this.name = name;
    }

    @Override
    public void ping() {}

    @Override
    public String whoami(String greeting) {
        if (!greeting.equals(HOLD)) {
            return name + ": " + greeting;
        }
        entered.complete(null);
        return reply.join() + (disposed.isDone() ? ", disposed of" : "");
    }

    @Override
    public int baseCheck(int code) {
        return code;
    }

    @Override
    public void preDestroy() {
        disposed.complete(null);
    }
}
