package io.payonce.testbed.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.payonce.testbed.sandbox.signing.RequestSignature;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.UUID;

/** Registers payments with a sandbox that may die at any time. */
final class ProcessClient {
    private final RequestSignature signature = new RequestSignature("key", "secret");
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final int port;

    ProcessClient(int port) {
        this.port = port;
    }

    /** Whether the registration was answered with 200. */
    boolean registers(String orderId) {
        var body = "{\"order_id\":\"%s\",\"amount\":\"8.20\",\"payment_currency\":\"USD\"}".formatted(orderId);
        var nonce = UUID.randomUUID().toString();
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/payments"))
                .header("X-Api-Key", "key")
                .header("X-Nonce", nonce)
                .header("X-Signature", signature.sign("POST", "/api/v1/payments", nonce, body.getBytes(UTF_8)))
                .POST(BodyPublishers.ofString(body))
                .build();
        try {
            return client.send(request, BodyHandlers.ofString()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
