package io.grizzlythrift.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.testng.Assert.assertEquals;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.grizzlythrift.test.SourceImports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests the direction of dependencies: the client uses no server, nothing below uses the client, and packages have no
 * cycle.
 */
public class ArchitectureTest {
    private static final String ROOM = "io.grizzlythrift.client.";

    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.grizzlythrift");

    @Test
    void theClientKnowsNoServer() {
        noClasses()
                .that()
                .resideInAPackage("io.grizzlythrift.client..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.grizzlythrift.server..",
                        "io.grizzlythrift.strategy",
                        "io.grizzlythrift.strategy.spi..",
                        "io.grizzlythrift.strategy.internal.queue..")
                .check(classes);
    }

    @Test
    void nothingBelowKnowsTheClient() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.grizzlythrift.client..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.grizzlythrift.client..")
                .check(classes);
    }

    @Test
    void noPackageCycle() {
        slices().matching("io.grizzlythrift.(**)").should().beFreeOfCycles().check(classes);
    }

    /** Such a link is written with the full name. */
    @Test
    void noImportForACommentAlone() throws IOException {
        assertEquals(SourceImports.forCommentsAlone(Path.of("src/main/java")), List.of());
    }

    /** Micrometer is an optional dependency. */
    @Test
    void onlyTheBindersKnowMicrometer() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.grizzlythrift.client.micrometer..", "io.grizzlythrift.micrometer..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.micrometer..")
                .check(classes);
    }

    /** OpenTelemetry is an optional dependency. */
    @Test
    void onlyItsPackagesKnowOpenTelemetry() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.grizzlythrift.client.opentelemetry..", "io.grizzlythrift.opentelemetry..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.opentelemetry..")
                .check(classes);
    }

    /** The API of CDI is an optional dependency. */
    @Test
    void onlyItsExtensionKnowsCdi() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.grizzlythrift.client.cdi..", "io.grizzlythrift.cdi..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jakarta.enterprise..")
                .check(classes);
    }

    /** Curator and dnsjava are optional dependencies: no other class of their packages needs them. */
    @Test
    void onlyTheirResolversKnowCuratorAndDnsjava() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "io.grizzlythrift.test..", "io.grizzlythrift.catalog.json..", "io.grizzlythrift.inspect.json..")
                .and()
                .haveNameNotMatching(".*\\.discovery\\.(ZooKeeper|Registered|ServiceInstance|WatchedService).*")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.apache.curator..", "org.apache.zookeeper..", "com.fasterxml.jackson.databind..")
                .check(classes);
        noClasses()
                .that()
                .haveNameNotMatching(".*\\.discovery\\.Dns.*")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.xbill..")
                .check(classes);
    }

    /** Jackson is an optional dependency. */
    @Test
    void onlyGenericCallsKnowJackson() {
        noClasses()
                .that()
                .resideInAPackage("io.grizzlythrift.client..")
                .and()
                .resideOutsideOfPackage("io.grizzlythrift.client.internal.generic..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.fasterxml.jackson..")
                .check(classes);
    }

    /** Each package may use those after it. */
    @DataProvider
    static Object[][] layers() {
        String[] layers = {
            "internal.generic",
            "generic",
            "internal.stub",
            "internal.endpoint",
            "internal.connection",
            "internal.call",
            "internal.io",
            "internal.sasl",
            "metrics",
            "config",
            "security",
            "balance",
            "discovery",
            "call"
        };
        Object[][] rows = new Object[layers.length - 1][];
        for (int i = 1; i < layers.length; i++) {
            String[] above = new String[i];
            for (int j = 0; j < i; j++) {
                above[j] = ROOM + layers[j] + "..";
            }
            rows[i - 1] = new Object[] {layers[i], above};
        }
        return rows;
    }

    @Test(dataProvider = "layers")
    void noPackageUsesOneAbove(String layer, String[] above) {
        noClasses()
                .that()
                .resideInAPackage(ROOM + layer + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(above)
                .check(classes);
        noClasses()
                .that()
                .resideInAPackage(ROOM + layer + "..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.grizzlythrift.client")
                .check(classes);
    }
}
