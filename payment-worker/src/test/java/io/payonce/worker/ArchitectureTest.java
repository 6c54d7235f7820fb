package io.payonce.worker;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
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
@AnalyzeClasses(packages = "io.payonce.worker", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule ONLY_STORES_KNOW_SQL = noClasses()
            .that()
            .resideOutsideOfPackage("..worker.store..")
            .and()
            .doNotHaveSimpleName("WorkerConfiguration")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..", "org.springframework.jdbc..")
            .because("SQL stands in the store class of its table: move the statement there");

    @ArchTest
    static final ArchRule ONLY_INTAKE_KNOWS_KAFKA = noClasses()
            .that()
            .resideOutsideOfPackage("..worker.intake..")
            .and()
            .doNotHaveSimpleName("WorkerConfiguration")
            .and()
            .doNotHaveSimpleName("EventIntake")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.kafka..", "org.springframework.kafka..")
            .because("everything behind the intake works from the queue, so that Kafka may be down");

    @ArchTest
    static final ArchRule ONLY_PROVIDER_HTTP_AND_WEBHOOK_HTTP_OPEN_CONNECTIONS = noClasses()
            .that()
            .doNotHaveSimpleName("ProviderHttp")
            .and()
            .doNotHaveSimpleName("WebhookHttp")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("java.net.http..")
            .because("the limits of time, size and repetition are kept in one place: call ProviderLine");

    @ArchTest
    static final ArchRule NOBODY_ASKS_THE_SYSTEM = noClasses()
            .that()
            .doNotHaveSimpleName("WorkerConfiguration")
            .should()
            .callMethod(Clock.class, "systemUTC")
            .orShould()
            .callMethod(Clock.class, "systemDefaultZone")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(UUID.class, "randomUUID")
            .because("time and ids come in through constructors, so that tests can hold them");

    @ArchTest
    static final ArchRule OPERATIONS_ARE_PLAIN_DATA = classes()
            .that()
            .resideInAPackage("..worker.operation..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.jspecify..", "io.payonce.schema..", "io.payonce.worker.operation..")
            .because("what is decided is decided without I/O");

    @ArchTest
    static final ArchRule NO_FIELD_INJECTION =
            noFields().should().beAnnotatedWith(Autowired.class).because("constructors say what a class needs");

    @ArchTest
    static final ArchRule NO_CYCLES =
            slices().matching("io.payonce.worker.(*)..").should().beFreeOfCycles();
}
