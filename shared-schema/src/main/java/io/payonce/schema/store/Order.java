package io.payonce.schema.store;

import io.payonce.schema.value.Money;
import io.payonce.schema.value.OrderId;
import io.payonce.schema.value.PaymentId;
import org.jspecify.annotations.Nullable;

/**
 * What is to be paid.
 *
 * @param money what the latest session asks for, or what was paid
 * @param activePaymentId the active session, or the one that paid
 */
public record Order(
        OrderId id, Money money, boolean paid, @Nullable PaymentId activePaymentId) {}
