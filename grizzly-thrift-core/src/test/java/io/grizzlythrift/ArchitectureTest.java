package io.grizzlythrift;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.testng.Assert.assertEquals;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.grizzlythrift.message.ThriftProtocol;
import io.grizzlythrift.test.SourceImports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.glassfish.grizzly.attributes.AttributeBuilder;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests the direction of dependencies between the packages of strategies and core: no cycle, no package that uses one
 * above it.
 */
public class ArchitectureTest {
    /** From the bottom to the top: a package uses only packages of the layers before its own. */
    private static final List<List<String>> LAYERS = List.of(
            List.of("strategy.internal.util"),
            List.of("strategy.internal.queue"),
            List.of("strategy.spi"),
            List.of("strategy.internal.threads"),
            List.of("strategy"),
            List.of(
                    "internal.util",
                    "frame",
                    "header",
                    "message",
                    "memory",
                    "discovery",
                    "console",
                    "catalog",
                    "reflection"),
            List.of("internal.header", "limits", "catalog.idl", "catalog.json"),
            List.of("internal.memory"),
            List.of("internal.frame"),
            List.of("security"),
            List.of("call"),
            List.of("internal.message", "tls"),
            List.of("metrics", "internal.call", "internal.binding"),
            List.of("inspect"),
            List.of("inspect.json", "internal.inspect"),
            List.of("internal.metrics", "internal.reply", "internal.console", "internal.security"),
            List.of("internal.dispatch"),
            List.of("internal.json"),
            List.of("internal.connection"),
            List.of("internal.sasl"),
            List.of("server"),
            List.of("cdi", "compat", "hk2", "micrometer.internal", "opentelemetry.internal"),
            List.of("internal.http"),
            List.of("http", "http.addon", "servlet", "micrometer", "opentelemetry"));

    private JavaClasses classes;

    @BeforeClass
    void importClasses() {
        classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages("io.grizzlythrift");
    }

    @Test
    void noPackageCycle() {
        slices().matching("io.grizzlythrift.(**)").should().beFreeOfCycles().check(classes);
    }

    /** Such a link is written with the full name. */
    @Test
    void noImportForACommentAlone() throws IOException {
        for (String sources : List.of("src/main/java", "../strategies/src/main/java")) {
            assertEquals(SourceImports.forCommentsAlone(Path.of(sources)), List.of());
        }
    }

    @DataProvider
    Object[][] layers() {
        Object[][] rows = new Object[LAYERS.size()][];
        for (int layer = 0; layer < rows.length; layer++) {
            rows[layer] = new Object[] {layer};
        }
        return rows;
    }

    @Test(dataProvider = "layers")
    void noPackageUsesOneAbove(int layer) {
        for (String room : LAYERS.get(layer)) {
            List<String> others = new ArrayList<>();
            LAYERS.subList(layer, LAYERS.size()).forEach(others::addAll);
            others.remove(room);
            if (!others.isEmpty()) {
                noClasses()
                        .that()
                        .resideInAPackage("io.grizzlythrift." + room)
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(others.stream()
                                .map(other -> "io.grizzlythrift." + other)
                                .toArray(String[]::new))
                        .check(classes);
            }
        }
    }

    /** A new package needs a layer. */
    @Test
    void everyPackageHasALayer() {
        noClasses()
                .should()
                .resideOutsideOfPackages(LAYERS.stream()
                        .flatMap(List::stream)
                        .map(room -> "io.grizzlythrift." + room)
                        .toArray(String[]::new))
                .check(classes);
    }

    @Test
    void bytesKnowNoThrift() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.grizzlythrift.strategy..",
                        "io.grizzlythrift.internal.util..",
                        "io.grizzlythrift.internal.frame..",
                        "io.grizzlythrift.internal.reply..",
                        "io.grizzlythrift.internal.header..",
                        "io.grizzlythrift.internal.memory..",
                        "io.grizzlythrift.limits..",
                        "io.grizzlythrift.tls..")
                .should()
                .dependOnClassesThat(resideInAPackage("org.apache.thrift..").or(equivalentTo(ThriftProtocol.class)))
                .check(classes);
    }

    @Test
    void messagesKnowNoTransport() {
        noClasses()
                .that()
                .resideInAPackage("io.grizzlythrift.internal.message..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.glassfish..")
                .check(classes);
    }

    /** Micrometer is an optional dependency. */
    @Test
    void onlyItsBinderKnowsMicrometer() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.grizzlythrift.micrometer..")
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
                .resideOutsideOfPackage("io.grizzlythrift.opentelemetry..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.opentelemetry..")
                .check(classes);
    }

    /** Without a locator nothing of HK2 is needed; the annotations that strategies and interceptors carry are no locator. */
    @Test
    void onlyTheBinderKnowsLocators() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.grizzlythrift.hk2..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.glassfish.hk2..")
                .check(classes);
    }

    /** The API of CDI is an optional dependency. */
    @Test
    void onlyItsExtensionKnowsCdi() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.grizzlythrift.cdi..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("jakarta.enterprise..", "jakarta.annotation..")
                .check(classes);
    }

    /** The API of MicroProfile Config is an optional dependency. */
    @Test
    void onlyOneClassKnowsMicroProfile() {
        noClasses()
                .that()
                .doNotHaveSimpleName("MicroProfileSource")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.eclipse.microprofile..")
                .check(classes);
    }

    /** grizzly-portunif is an optional dependency. */
    @Test
    void onlyTheAddOnKnowsPortUnification() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.grizzlythrift.http.addon")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.glassfish.grizzly.portunif..")
                .check(classes);
    }

    /** The servlet API is an optional dependency. */
    @Test
    void onlyItsPackageKnowsServlets() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.grizzlythrift.servlet..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jakarta.servlet..")
                .check(classes);
    }

    /** grizzly-http-server is an optional dependency. */
    @Test
    void nothingElseKnowsHttp() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.grizzlythrift.http..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.glassfish.grizzly.http..")
                .check(classes);
    }

    /** Grizzly keeps an initializer, and the class loader of its class, for as long as Grizzly itself is loaded. */
    @Test
    void noAttributeIsCreatedWithItsInitializer() {
        noClasses()
                .that()
                .doNotImplement(AttributeBuilder.class) // which passes on what others ask for
                .should()
                .callMethod(AttributeBuilder.class, "createAttribute", String.class, Supplier.class)
                .check(classes);
    }
}
