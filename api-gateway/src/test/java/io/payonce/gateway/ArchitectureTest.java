package io.payonce.gateway;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.util.UUID;
import org.springframework.beans.factory.annotation.Autowired;

/** Who may know what in this module; each rule says how to repair a break. */
@AnalyzeClasses(packages = "io.payonce.gateway", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule NOBODY_KNOWS_A_DATABASE = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..", "org.springframework.jdbc..", "io.payonce.schema.store..")
            .because("the edge has no state but its configuration");

    @ArchTest
    static final ArchRule NOBODY_KNOWS_ANOTHER_SERVICE = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.payonce.command..", "io.payonce.worker..", "io.payonce.reconciler..")
            .because("services talk through HTTP and events");

    @ArchTest
    static final ArchRule ONLY_CALLBACKS_KNOW_KAFKA = noClasses()
            .that()
            .resideOutsideOfPackage("..gateway.callback..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.kafka..", "org.springframework.kafka..")
            .because("a provider's report is all the edge publishes");

    @ArchTest
    static final ArchRule NOBODY_ASKS_THE_SYSTEM = noClasses()
            .that()
            .doNotHaveSimpleName("GatewayConfiguration")
            .should()
            .callMethod(Clock.class, "systemUTC")
            .orShould()
            .callMethod(Clock.class, "systemDefaultZone")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(UUID.class, "randomUUID")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .because("time and ids come in through constructors, so that tests can hold them");

    @ArchTest
    static final ArchRule NO_FIELD_INJECTION =
            noFields().should().beAnnotatedWith(Autowired.class).because("constructors say what a class needs");

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("io.payonce.gateway.(*)..").should().beFreeOfCycles();
}
