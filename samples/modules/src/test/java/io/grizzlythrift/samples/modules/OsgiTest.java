package io.grizzlythrift.samples.modules;

import static java.util.stream.Collectors.toMap;
import static org.osgi.framework.namespace.PackageNamespace.PACKAGE_NAMESPACE;
import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Exports;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.felix.framework.FrameworkFactory;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.wiring.BundleWiring;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The sample as a bundle, in a framework with the bundles of the library, of Grizzly, libthrift and SLF4J. */
public class OsgiTest {
    private Path cache;
    private Framework framework;

    @BeforeClass
    public void start() throws IOException, BundleException {
        cache = Files.createTempDirectory("osgi");
        framework = new FrameworkFactory()
                .newFramework(Map.of(
                        Constants.FRAMEWORK_STORAGE,
                        cache.toString(),
                        // No class of the test's own class path reaches a bundle, and no handler of URLs is replaced.
                        "felix.bootdelegation.implicit",
                        "false",
                        "felix.service.urlhandlers",
                        "false",
                        // What SLF4J asks for to find its backend; without one it logs nothing.
                        Constants.FRAMEWORK_SYSTEMCAPABILITIES_EXTRA,
                        "osgi.extender;osgi.extender=osgi.serviceloader.processor;version:Version=1.0,"
                                + "osgi.serviceloader;osgi.serviceloader=org.slf4j.spi.SLF4JServiceProvider"));
        framework.start();
        for (Path entry : RuntimePath.entries()) {
            framework.getBundleContext().installBundle("reference:" + entry.toUri());
        }
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws Exception {
        framework.stop();
        framework.waitForStop(0);
        try (Stream<Path> files = Files.walk(cache)) {
            files.sorted((one, other) -> other.compareTo(one)).map(Path::toFile).forEach(File::delete);
        }
    }

    @Test
    public void servesAndCallsAsABundle() throws Exception {
        Bundle sample = bundle("io.grizzlythrift.samples.modules");
        sample.start();

        Class<?> program = sample.loadClass(AddingProgram.class.getName());
        assertSame(FrameworkUtil.getBundle(program), sample);
        assertEquals(program.getMethod("add", int.class, int.class, int.class).invoke(null, 1, 2, 3), 6);
    }

    @DataProvider
    public static Object[] libraries() {
        return new Object[] {"io.grizzlythrift.strategy", "io.grizzlythrift.core", "io.grizzlythrift.client"};
    }

    @Test(dataProvider = "libraries")
    public void exportsWhatTheModuleExports(String name) throws BundleException {
        Bundle bundle = bundle(name);
        bundle.start();
        Map<String, Set<String>> ofBundle = bundle.adapt(BundleWiring.class).getCapabilities(PACKAGE_NAMESPACE).stream()
                .collect(toMap(
                        exported -> (String) exported.getAttributes().get(PACKAGE_NAMESPACE),
                        exported -> friends(exported.getDirectives().get("x-friends"))));

        Map<String, Set<String>> ofModule =
                ModuleFinder.of(RuntimePath.entries().toArray(Path[]::new))
                        .find(name)
                        .orElseThrow()
                        .descriptor()
                        .exports()
                        .stream()
                        .collect(toMap(Exports::source, Exports::targets));
        assertEquals(ofBundle, ofModule);
    }

    private static Set<String> friends(String directive) {
        return directive == null ? Set.of() : Set.of(directive.split(",", -1));
    }

    private Bundle bundle(String name) {
        return Stream.of(framework.getBundleContext().getBundles())
                .filter(bundle -> bundle.getSymbolicName().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
