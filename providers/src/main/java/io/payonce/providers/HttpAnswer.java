package io.payonce.providers;

import org.jspecify.annotations.Nullable;

/** A complete HTTP answer; one that was cut short, too large or too slow never becomes one of these. */
public record HttpAnswer(int status, @Nullable String contentType, byte[] body) {}
