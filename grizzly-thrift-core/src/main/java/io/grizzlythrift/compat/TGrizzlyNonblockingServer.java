package io.grizzlythrift.compat;

import io.grizzlythrift.server.ThriftServerBuilder;
import io.grizzlythrift.strategy.SameThreadStrategy;
import java.time.Duration;
import java.util.function.Consumer;
import org.apache.thrift.server.AbstractNonblockingServer.AbstractNonblockingServerArgs;
import org.apache.thrift.transport.TNonblockingServerTransport;

/**
 * A drop-in replacement for libthrift's TNonblockingServer: one thread accepts, reads, runs all calls and writes, so
 * handlers need not be thread-safe. Replace the class name in an existing program.
 *
 * <p>Differs from TNonblockingServer as {@link TGrizzlyServer} differs from TThreadedSelectorServer. After {@link #stop},
 * calls that were read get their replies.
 */
public final class TGrizzlyNonblockingServer extends TGrizzlyServer {
    /**
     * Creates a server without starting a thread.
     *
     * @param args the options, which are checked and copied; later changes have no effect
     * @throws IllegalArgumentException if an option is out of bounds or not supported; the message names it
     * @throws IllegalStateException if the server transport is closed
     */
    public TGrizzlyNonblockingServer(Args args) {
        super(args, options -> args.toMode().create(options));
    }

    /**
     * The options, with the names and defaults of {@code TNonblockingServer.Args}, and {@link #configure}. Those that all
     * servers have are described at {@link TGrizzlyServer.Args}. Not thread-safe.
     */
    public static final class Args extends AbstractNonblockingServerArgs<Args> {
        private static final Duration STOP_TIMEOUT = Duration.ofSeconds(60);

        private Consumer<ThriftServerBuilder> configuration = builder -> {};

        /**
         * Creates options with the default values.
         *
         * @param transport a {@code TNonblockingServerSocket}
         */
        public Args(TNonblockingServerTransport transport) {
            super(transport);
        }

        /**
         * Sets other options of the {@link io.grizzlythrift.server.ThriftServer}, which override those of this class. Repeatable.
         *
         * @param options called once, by the constructor of the server
         * @return this
         */
        public Args configure(Consumer<ThriftServerBuilder> options) {
            configuration = configuration.andThen(options);
            return this;
        }

        /**
         * Checks the bounds of every number.
         *
         * @throws IllegalArgumentException if one is out of bounds; the message names it
         */
        public void validate() {
            toMode();
        }

        private FramedMode toMode() {
            return new FramedMode(1, SameThreadStrategy.create(), STOP_TIMEOUT, maxReadBufferBytes, configuration);
        }
    }
}
