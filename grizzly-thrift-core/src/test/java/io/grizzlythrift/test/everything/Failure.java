package io.grizzlythrift.test.everything;

import java.io.IOException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TProtocolException;
import org.apache.thrift.transport.TTransportException;

/** The ways in which a handler can fail. */
public enum Failure {
    RUNTIME {
        @Override
        TException raise() {
            throw new IllegalStateException("runtime");
        }
    },
    /** A real stack overflow. */
    STACK {
        @Override
        TException raise() {
            return new TException("depth " + depth(1));
        }
    },
    ASSERTION {
        @Override
        TException raise() {
            throw new AssertionError("assertion");
        }
    },
    MEMORY {
        @Override
        TException raise() {
            throw new OutOfMemoryError("made up by a test");
        }
    },
    LINKAGE {
        @Override
        TException raise() {
            throw new NoClassDefFoundError("made/up/by/a/Test");
        }
    },
    /** Checked, but not declared by the method. */
    CHECKED {
        @Override
        TException raise() {
            throw Failure.<RuntimeException>unchecked(new IOException("checked"));
        }
    },
    DEATH {
        @Override
        @SuppressWarnings({"removal", "deprecation"})
        TException raise() {
            throw new ThreadDeath();
        }
    },
    THRIFT {
        @Override
        TException raise() {
            return new TException("thrift");
        }
    },
    /** Thrown by a client of another service, which the handler does not catch. */
    BACKEND_TRANSPORT {
        @Override
        TException raise() {
            return new TTransportException(TTransportException.END_OF_FILE, "the backend is gone");
        }
    },
    /** Likewise. It does not mean that the arguments of this call could not be decoded. */
    BACKEND_PROTOCOL {
        @Override
        TException raise() {
            return new TProtocolException(TProtocolException.INVALID_DATA, "the backend talks nonsense");
        }
    },
    /** Leaves the thread interrupted, which breaks the next blocking operation of that thread. */
    INTERRUPTED {
        @Override
        TException raise() {
            Thread.currentThread().interrupt();
            return new TException("interrupted");
        }
    };

    abstract TException raise();

    @SuppressWarnings("InfiniteRecursion") // intended
    private static int depth(int above) {
        return 1 + depth(above + 1);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the usual way around the compiler
    private static <E extends Throwable> E unchecked(Throwable throwable) throws E {
        throw (E) throwable;
    }
}
