package io.payonce.worker.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.payonce.schema.session.Observation;
import io.payonce.schema.session.Observation.Source;
import io.payonce.schema.session.ProviderState;
import io.payonce.worker.Some;
import io.payonce.worker.operation.Result.Seen;
import org.junit.jupiter.api.Test;

/** A report names the money operation it belongs to and carries nothing that a reader of events cannot take. */
class ReportTest {
    private static final Seen SEEN = new Seen(
            new Observation(Source.REGISTER, ProviderState.OPEN, "p1", Some.MONEY, "https://pay", null, null), "abc");

    @Test
    void registrationsAndReversalsNameTheirOperation() {
        var session = Some.IDS.nextPayment();
        var late = Some.claimed(Some.lateReversal(session));

        assertThat(Report.of(Some.claimed(Some.registration(session)), SEEN).operation())
                .isEqualTo(session.toString());
        assertThat(Report.of(late, SEEN).operation())
                .isEqualTo(late.payment().toString())
                .isNotEqualTo(session.toString());
    }

    @Test
    void checksNameNone() {
        var check = Some.claimed(Some.check(Some.IDS.nextPayment()));

        assertThat(Report.of(check, SEEN).operation()).isNull();
        assertThat(Report.of(check, SEEN).rawDigest()).isEqualTo("abc");
    }

    @Test
    void nulCharactersOfTheProviderGoNoFurther() {
        var seen = new Observation(
                Source.REGISTER, ProviderState.REJECTED, null, null, "https://pay\0", null, "no\0 money");

        var report = Report.of(Some.claimed(Some.registration(Some.IDS.nextPayment())), new Seen(seen, null));

        assertThat(report.seen().payUrl()).isNull();
        assertThat(report.seen().reason()).isEqualTo("no  money");
    }
}
