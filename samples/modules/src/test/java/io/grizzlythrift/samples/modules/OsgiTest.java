package io.grizzlythrift.samples.modules;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertSame;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.felix.framework.FrameworkFactory;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.launch.Framework;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
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
        for (Path entry : RuntimePath.entries()) {
            framework.getBundleContext().installBundle("reference:" + entry.toUri());
        }
        Bundle sample = Stream.of(framework.getBundleContext().getBundles())
                .filter(bundle -> bundle.getSymbolicName().equals("io.grizzlythrift.samples.modules"))
                .findFirst()
                .orElseThrow();
        sample.start();

        Class<?> program = sample.loadClass(AddingProgram.class.getName());
        assertSame(FrameworkUtil.getBundle(program), sample);
        assertEquals(program.getMethod("add", int.class, int.class, int.class).invoke(null, 1, 2, 3), 6);
    }
}
