package io.grizzlythrift;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/**
 * The direction of dependency: strategy &lt;- server, frame &lt;- message &lt;- server, frame &lt;- tls &lt;- server
 * &lt;- hk2, http, micrometer, no package cycle, no arrow back.
 */
public class ArchitectureTest {
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

    @Test
    void strategiesKnowNoThrift() {
        noClasses()
                .that()
                .resideInAnyPackage("io.grizzlythrift.strategy..", "io.grizzlythrift.selector..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.apache.thrift..",
                        "io.grizzlythrift.frame..",
                        "io.grizzlythrift.message..",
                        "io.grizzlythrift.server..")
                .check(classes);
    }

    @Test
    void framesKnowNoMessages() {
        noClasses()
                .that()
                .resideInAPackage("io.grizzlythrift.frame..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.apache.thrift..",
                        "io.grizzlythrift.message..",
                        "io.grizzlythrift.server..",
                        "io.grizzlythrift.strategy..")
                .check(classes);
    }

    @Test
    void messagesKnowNoServer() {
        noClasses()
                .that()
                .resideInAPackage("io.grizzlythrift.message..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.grizzlythrift.server..", "io.grizzlythrift.strategy..", "org.glassfish..")
                .check(classes);
    }

    /** Who has no Micrometer can use all the rest. */
    @Test
    void onlyItsBinderKnowsMicrometer() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.grizzlythrift.micrometer..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.micrometer..", "io.grizzlythrift.micrometer..")
                .check(classes);
    }

    @Test
    void tlsKnowsNoServer() {
        noClasses()
                .that()
                .resideInAPackage("io.grizzlythrift.tls..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.apache.thrift..",
                        "io.grizzlythrift.message..",
                        "io.grizzlythrift.server..",
                        "io.grizzlythrift.strategy..",
                        "io.grizzlythrift.client..")
                .check(classes);
    }

    /** What serves no locator must not need one; the annotations that strategies and interceptors carry are no locator. */
    @Test
    void onlyTheBinderKnowsLocators() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.grizzlythrift.hk2..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.glassfish.hk2..", "io.grizzlythrift.hk2..")
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
                .resideInAnyPackage("io.grizzlythrift.http..", "org.glassfish.grizzly.http..")
                .check(classes);
    }
}
