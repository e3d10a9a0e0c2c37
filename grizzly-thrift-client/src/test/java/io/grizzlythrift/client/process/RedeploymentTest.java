package io.grizzlythrift.client.process;

import static org.testng.Assert.assertEquals;

import io.grizzlythrift.client.tls.TlsFiles;
import io.grizzlythrift.test.Await;
import io.grizzlythrift.test.TestSize;
import java.io.File;
import java.lang.ref.WeakReference;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Predicate;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests that a container can unload an application: its threads outlive the classes of the application. */
@Test(timeOut = 180_000)
@SuppressWarnings("try") // the transport is only closed
public final class RedeploymentTest {
    @DataProvider
    static Object[][] strategies() {
        return new Object[][] {
            {"worker-thread", false, TestSize.of(3, 12)},
            {"leader-follower", false, 1},
            {"worker-thread", true, TestSize.of(1, 4)}
        };
    }

    @Test(dataProvider = "strategies")
    public void everyClassLoaderGoes(String strategy, boolean tls, int times) throws Exception {
        try (TlsFiles files = new TlsFiles()) {
            String directory = tls ? files.directory().toString() : "";
            files.authority().writeTo(files.directory().resolve(Deployment.AUTHORITY));
            files.server("EC").writeTo(files.directory().resolve(Deployment.CERTIFICATE));
            assertAllGo(times, () -> deploy(Deployment.class, strategy, directory));
        }
    }

    @Test
    public void everyClassLoaderOfACdiApplicationGoes() throws Exception {
        assertAllGo(TestSize.of(1, 4), () -> deploy(CdiDeployment.class));
    }

    /** Its class loader is the parent of each application's, so what it keeps would stay. */
    @Test
    public void everyClassLoaderGoesIfGrizzlyIsTheContainers() throws Exception {
        ClassLoader shared = grizzlyOfAContainer();
        assertAllGo(TestSize.of(2, 4), () -> deploy(shared, Deployment.class, "worker-thread", ""));
    }

    private static ClassLoader grizzlyOfAContainer() throws MalformedURLException {
        return new URLClassLoader(
                classPath(entry -> entry.getFileName().toString().startsWith("grizzly-framework-")),
                ClassLoader.getPlatformClassLoader());
    }

    @DataProvider
    static Object[][] overlaps() {
        return new Object[][] {{false}, {true}};
    }

    /**
     * Each application has a listener on the same transport.
     *
     * @param overlap whether it adds its listener before the one of the previous application is closed
     */
    @Test(dataProvider = "overlaps")
    public void everyClassLoaderGoesIfTheTransportIsTheContainers(boolean overlap) throws Exception {
        ClassLoader shared = grizzlyOfAContainer();
        Callable<?> container = (Callable<?>) newApplication(shared, ListenerDeployment.Container.class);
        try (AutoCloseable closed = (AutoCloseable) container) {
            Object transport = container.call();
            Deque<Callable<?>> deployed = new ArrayDeque<>();
            assertAllGo(TestSize.of(2, 4), () -> {
                Callable<?> next = (Callable<?>) newApplication(shared, ListenerDeployment.class, transport);
                deployed.add(next);
                if (overlap) {
                    assertEquals(next.call(), "deployed");
                }
                if (deployed.size() > 1) {
                    assertEquals(deployed.remove().call(), "undeployed");
                }
                if (!overlap) {
                    assertEquals(next.call(), "deployed");
                }
                return new WeakReference<>(next.getClass().getClassLoader());
            });
            deployed.remove().call();
        }
    }

    private static Object newApplication(ClassLoader parent, Class<?> application, Object... arguments)
            throws Exception {
        return new URLClassLoader(classPath(entry -> true), parent)
                .loadClass(application.getName())
                .getConstructors()[0]
                .newInstance(arguments);
    }

    private static void assertAllGo(int times, Callable<WeakReference<ClassLoader>> deployment) throws Exception {
        ExecutorService container = Executors.newSingleThreadExecutor();
        try {
            List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                loaders.add(container.submit(deployment).get());
            }
            container.submit(deployment).get(); // the JDK caches the last record whose equals was linked
            Await.holds(Await.LONG, () -> {
                System.gc();
                return staying(loaders).isEmpty();
            });
            assertEquals(staying(loaders), List.of(), "class loaders stay in memory");
        } finally {
            container.shutdown();
        }
    }

    /** Returns the numbers of the deployments whose class loaders are in memory. */
    private static List<Integer> staying(List<WeakReference<ClassLoader>> loaders) {
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < loaders.size(); i++) {
            if (loaders.get(i).get() != null) {
                numbers.add(i);
            }
        }
        return numbers;
    }

    private static WeakReference<ClassLoader> deploy(Class<?> application, String... arguments) throws Exception {
        return deploy(ClassLoader.getPlatformClassLoader(), application, arguments);
    }

    private static WeakReference<ClassLoader> deploy(ClassLoader parent, Class<?> application, String... arguments)
            throws Exception {
        Thread container = Thread.currentThread();
        ClassLoader before = container.getContextClassLoader();
        try (URLClassLoader loader = new URLClassLoader(classPath(entry -> true), parent)) {
            container.setContextClassLoader(loader);
            Class<?>[] types =
                    Collections.nCopies(arguments.length, String.class).toArray(Class<?>[]::new);
            Object deployed = loader.loadClass(application.getName())
                    .getConstructor(types)
                    .newInstance((Object[]) arguments);
            assertEquals(((Callable<?>) deployed).call(), "deployed");
            return new WeakReference<>(loader);
        } finally {
            container.setContextClassLoader(before);
        }
    }

    private static URL[] classPath(Predicate<Path> wanted) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            if (wanted.test(path)) {
                urls.add(path.toUri().toURL());
            }
        }
        return urls.toArray(URL[]::new);
    }
}
