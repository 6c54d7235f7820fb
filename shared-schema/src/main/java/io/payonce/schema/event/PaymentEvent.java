package io.payonce.schema.event;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.payonce.schema.value.Money;

/** What the world may know about a payment. Each carries the whole payment as it stands after the event. */
public sealed interface PaymentEvent extends Event {

    PaymentSnapshot payment();

    record Registered(@JsonUnwrapped PaymentSnapshot payment) implements PaymentEvent {}

    record Authorized(@JsonUnwrapped PaymentSnapshot payment) implements PaymentEvent {}

    /** The order is paid; at most one per order. */
    record Completed(@JsonUnwrapped PaymentSnapshot payment) implements PaymentEvent {}

    record Failed(@JsonUnwrapped PaymentSnapshot payment) implements PaymentEvent {}

    record Canceled(@JsonUnwrapped PaymentSnapshot payment) implements PaymentEvent {}

    /** Money arrived for a payment that had ended without; {@code late} is what arrived. */
    record LateReceived(@JsonUnwrapped PaymentSnapshot payment, Money late) implements PaymentEvent {}

    /** The late money is back with the payer. */
    record LateReversed(@JsonUnwrapped PaymentSnapshot payment, Money late) implements PaymentEvent {}

    /** The provider claims success with another amount or currency; nothing was applied. */
    record AmountMismatch(@JsonUnwrapped PaymentSnapshot payment, String detail) implements PaymentEvent {}
}
