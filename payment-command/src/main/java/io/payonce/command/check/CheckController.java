package io.payonce.command.check;

import io.payonce.command.http.Client;
import io.payonce.command.http.PreferWait;
import io.payonce.command.read.PaymentPath;
import io.payonce.command.read.PaymentView;
import io.payonce.command.wait.PaymentWaiters;
import io.payonce.schema.session.PaymentSession;
import io.payonce.schema.store.SessionStore;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code POST /v1/payments/{id}/check}. */
@RestController
class CheckController {
    private final SessionStore sessions;
    private final CheckPayment checkPayment;
    private final PaymentWaiters waiters;

    CheckController(SessionStore sessions, CheckPayment checkPayment, PaymentWaiters waiters) {
        this.sessions = sessions;
        this.checkPayment = checkPayment;
        this.waiters = waiters;
    }

    /** 200 when the provider was heard within the wait, or when there is nothing left to ask; else 202. */
    @PostMapping("/v1/payments/{id}/check")
    ResponseEntity<PaymentView> check(@PathVariable String id, HttpServletRequest http) {
        Client.named(http.getHeader(Client.HEADER));
        var session = sessions.find(PaymentPath.id(id)).orElseThrow(PaymentPath::notFound);
        if (session.status().isFinal()) {
            return ResponseEntity.ok(PaymentView.of(session));
        }
        var patience = PreferWait.of(http.getHeader("Prefer"));
        return waiters.awaitNews(session, () -> checkPayment.ask(session, http.getHeader("traceparent")), patience)
                .map(heard -> ResponseEntity.ok(PaymentView.of(heard)))
                .orElseGet(() -> asked(session));
    }

    private static ResponseEntity<PaymentView> asked(PaymentSession session) {
        return ResponseEntity.accepted()
                .header(HttpHeaders.LOCATION, "/v1/payments/" + session.id())
                .header(HttpHeaders.RETRY_AFTER, "1")
                .body(PaymentView.of(session));
    }
}
