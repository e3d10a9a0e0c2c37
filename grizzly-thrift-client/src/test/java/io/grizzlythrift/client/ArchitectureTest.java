package io.grizzlythrift.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.testng.annotations.Test;

/** The client talks to any framed server, so it must not know ours; and nothing below may know the client. */
public class ArchitectureTest {
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
                .resideInAnyPackage("io.grizzlythrift.server..", "io.grizzlythrift.strategy..")
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
}
