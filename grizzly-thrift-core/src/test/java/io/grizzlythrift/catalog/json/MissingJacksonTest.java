package io.grizzlythrift.catalog.json;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.expectThrows;

import io.grizzlythrift.catalog.ServiceCatalog;
import io.grizzlythrift.test.gen.catalog.Shop;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.util.Optional;
import org.testng.annotations.Test;

/** Tests what is said where jackson-core is missing. */
public class MissingJacksonTest {
    private static final String NEEDS = "JSON needs com.fasterxml.jackson.core:jackson-core on the class path";

    /** Defines the classes of this project anew, without Jackson. */
    private static final class WithoutJackson extends ClassLoader {
        WithoutJackson() {
            super(MissingJacksonTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("com.fasterxml.")) {
                throw new ClassNotFoundException(name);
            }
            if (!name.startsWith("io.grizzlythrift.catalog.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : define(name);
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = Optional.ofNullable(in)
                        .orElseThrow(() -> new ClassNotFoundException(name))
                        .readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    private final WithoutJackson loader = new WithoutJackson();

    private Class<?> load(Class<?> type) throws ClassNotFoundException {
        return loader.loadClass(type.getName());
    }

    private Object shop() throws ReflectiveOperationException {
        return load(ServiceCatalog.class).getMethod("of", Class[].class).invoke(null, (Object)
                new Class<?>[] {Shop.class});
    }

    @Test
    void aCatalogNeedsNoJackson() throws Exception {
        Object catalog = shop();
        assertEquals(
                catalog.getClass().getMethod("toIdl").invoke(catalog),
                ServiceCatalog.of(Shop.class).toIdl());
    }

    @Test
    void aTranscoderNamesWhatIsMissing() throws Exception {
        Object catalog = shop();
        InvocationTargetException thrown = expectThrows(
                InvocationTargetException.class,
                () -> load(JsonTranscoder.class)
                        .getMethod("of", catalog.getClass())
                        .invoke(null, catalog));
        assertEquals(thrown.getCause().getMessage(), NEEDS);
    }

    @Test
    void documentationNamesWhatIsMissing() {
        InvocationTargetException thrown = expectThrows(
                InvocationTargetException.class,
                () -> load(ThriftDocumentation.class)
                        .getMethod("find", ClassLoader.class)
                        .invoke(null, getClass().getClassLoader()));
        assertEquals(thrown.getCause().getMessage(), NEEDS);
    }
}
