package io.payonce.schema.event;

/** Everything that travels through Kafka; the wire names stand in {@link EventType}. */
public sealed interface Event permits Command, ProviderReported, PaymentEvent {}
