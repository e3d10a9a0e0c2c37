package io.grizzlythrift.internal.json;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.expectThrows;

import org.testng.annotations.Test;

/** Tests what a server says that cannot start without Jackson. */
public final class JacksonTest {
    /** Has the classes of Jackson except one. */
    private static final class Older extends ClassLoader {
        Older() {
            super(JacksonTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.endsWith(".StreamWriteConstraints")) {
                throw new ClassNotFoundException(name);
            }
            return super.loadClass(name, resolve);
        }
    }

    private static String failure(ClassLoader loader) {
        return expectThrows(IllegalStateException.class, () -> Jackson.require("the console", loader))
                .getMessage();
    }

    @Test
    public void namesWhatIsMissing() {
        assertEquals(
                failure(ClassLoader.getPlatformClassLoader()),
                "the console needs com.fasterxml.jackson.core:jackson-core on the class path");
    }

    @Test
    public void namesTheVersionThatIsNeeded() {
        assertEquals(
                failure(new Older()),
                "the console needs com.fasterxml.jackson.core:jackson-core 2.16 or newer;"
                        + " the class path has an older one");
    }

    @Test
    public void takesTheOneOfTheTests() {
        Jackson.require("the console", JacksonTest.class.getClassLoader());
    }
}
