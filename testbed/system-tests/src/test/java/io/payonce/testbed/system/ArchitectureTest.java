package io.payonce.testbed.system;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;

/** The direction of dependencies, for all modules at once; each message names the way out. */
@AnalyzeClasses(
        packages = {
            "io.payonce.schema",
            "io.payonce.providers",
            "io.payonce.command",
            "io.payonce.worker",
            "io.payonce.reconciler",
            "io.payonce.gateway"
        },
        importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final Set<String> CLOCKS_AND_IDS = Set.of(
            "java.time.Instant.now()",
            "java.time.OffsetDateTime.now()",
            "java.time.LocalDateTime.now()",
            "java.time.LocalDate.now()",
            "java.time.Clock.systemUTC()",
            "java.time.Clock.systemDefaultZone()",
            "java.lang.System.currentTimeMillis()",
            "java.util.UUID.randomUUID()");

    @ArchTest
    static final ArchRule valuesAndDecisionsKnowOnlyJava = classes()
            .that()
            .resideInAnyPackage("io.payonce.schema.value", "io.payonce.schema.session")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.jspecify..", "io.payonce.schema.value", "io.payonce.schema.session")
            .because("a decision takes what it needs as arguments; move I/O to the caller");

    @ArchTest
    static final ArchRule onlyStoresKnowJdbc = noClasses()
            .that(resideOutsideOfPackages("..store.."))
            .and()
            .haveSimpleNameNotEndingWith("Configuration")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework.jdbc..", "java.sql..", "javax.sql..")
            .because("SQL belongs to the one class that owns the table; put it into a store package");

    @ArchTest
    static final ArchRule onlyListenersIntakeAndRelayKnowKafka = noClasses()
            .that(resideOutsideOfPackages(
                    "io.payonce.command.relay..",
                    "io.payonce.command.wait..",
                    "io.payonce.worker.intake..",
                    "io.payonce.reconciler.apply..",
                    "io.payonce.schema.broker..",
                    "io.payonce.gateway.callback.."))
            .and()
            .haveSimpleNameNotEndingWith("Configuration")
            .and()
            .doNotHaveSimpleName("EventIntake")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.kafka..", "org.springframework.kafka..")
            .because("events leave through the outbox and arrive through a listener");

    @ArchTest
    static final ArchRule onlyTheWorkerCallsProviders = noClasses()
            .that(resideOutsideOfPackages("io.payonce.worker.call..", "io.payonce.gateway.route.."))
            .and()
            .doNotHaveSimpleName("WebhookHttp")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("java.net.http..")
            .because("calls to a provider need the worker's budget, limits and record");

    @ArchTest
    static final ArchRule timeAndIdsComeThroughConstructors = noClasses()
            .that()
            .haveSimpleNameNotEndingWith("Configuration")
            .should()
            .callCodeUnitWhere(describe(
                    "the target is a clock or an id",
                    (JavaCall<?> call) ->
                            CLOCKS_AND_IDS.contains(call.getTarget().getOwner().getFullName() + "."
                                            + call.getTarget().getName() + "()")
                                    && call.getTarget().getRawParameterTypes().isEmpty()))
            .because("tests set the clock and the ids; take Clock or Ids in the constructor");

    @ArchTest
    static final ArchRule commandStandsAlone = alone("command", "worker", "reconciler", "gateway");

    @ArchTest
    static final ArchRule workerStandsAlone = alone("worker", "command", "reconciler", "gateway");

    @ArchTest
    static final ArchRule reconcilerStandsAlone = alone("reconciler", "command", "worker", "gateway");

    @ArchTest
    static final ArchRule gatewayStandsAlone = alone("gateway", "command", "worker", "reconciler");

    @ArchTest
    static final ArchRule sharedPartsKnowNoService = noClasses()
            .that(resideInAPackage("io.payonce.schema..").or(resideInAPackage("io.payonce.providers..")))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.payonce.command..", "io.payonce.worker..", "io.payonce.reconciler..", "io.payonce.gateway..")
            .because("services depend on what is shared, never the other way round");

    @ArchTest
    static final ArchRule gatewayKnowsOnlyEventsAndProviders = noClasses()
            .that(resideInAPackage("io.payonce.gateway.."))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.payonce.schema.store..")
            .because("the edge has no database");

    @ArchTest
    static final ArchRule noFieldInjection = fields().should()
            .notBeAnnotatedWith("org.springframework.beans.factory.annotation.Autowired")
            .because("a constructor shows what a class needs");

    @ArchTest
    static final ArchRule noCycles = slices().matching("io.payonce.(*).(*)..")
            .should()
            .beFreeOfCycles()
            .because("packages that need each other are one package");

    private static ArchRule alone(String service, String... others) {
        var packages = java.util.Arrays.stream(others)
                .map(other -> "io.payonce." + other + "..")
                .toArray(String[]::new);
        return noClasses()
                .that(resideInAPackage("io.payonce." + service + ".."))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(packages)
                .because("services talk through Kafka and HTTP");
    }
}
