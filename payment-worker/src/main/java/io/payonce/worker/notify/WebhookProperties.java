package io.payonce.worker.notify;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where and how webhooks are sent. Without a URL there are none, and nothing else here matters.
 *
 * @param url the merchant's receiver, http or https
 * @param secret {@code whsec_} and base64; several, separated by spaces or commas, while a secret is being changed
 * @param secretBytesMin the fewest bytes a decoded secret may have
 * @param timeout for one try, from the connect to the end of the answer
 * @param leaseTime how long a claimed notification belongs to its claimer; after it another sends it again
 * @param deliveriesMax tries under way at once in one instance
 * @param pollInterval the longest time between two looks at the queue
 * @param gaps between one try and the next; the last one is used for all that follow
 * @param triedFor how long it is tried before it is parked
 * @param keptFor how long what is delivered is remembered; no shorter than the topic keeps its events
 */
@ConfigurationProperties("payonce.webhook")
record WebhookProperties(
        @DefaultValue("") String url,
        @DefaultValue("") String secret,
        @DefaultValue("24") int secretBytesMin,
        @DefaultValue("10s") Duration timeout,
        @DefaultValue("2s") Duration connectTimeout,
        @DefaultValue("30s") Duration leaseTime,
        @DefaultValue("32") int deliveriesMax,
        @DefaultValue("1s") Duration pollInterval,

        @DefaultValue({"5s", "10s", "30s", "1m", "2m", "5m", "10m", "30m", "1h"})
        List<Duration> gaps,

        @DefaultValue("3d") Duration triedFor,
        @DefaultValue("7d") Duration keptFor) {

    WebhookProperties {
        if (!url.isBlank()) {
            check("PAYONCE_WEBHOOK_URL is no absolute http or https URL without user and fragment", isUsable(url));
            WebhookSignature.of(secret, secretBytesMin);
            check("payonce.webhook.gaps is empty", !gaps.isEmpty());
            check("payonce.webhook.deliveries-max must be at least 1", deliveriesMax > 0);
            check(
                    "payonce.webhook.lease-time must be at least twice the timeout of a try",
                    leaseTime.compareTo(timeout.multipliedBy(2)) >= 0);
        }
    }

    private static void check(String complaint, boolean holds) {
        if (!holds) {
            throw new IllegalArgumentException(complaint);
        }
    }

    private static boolean isUsable(String url) {
        try {
            var uri = new URI(url);
            return ("https".equals(uri.getScheme()) || "http".equals(uri.getScheme()))
                    && uri.getHost() != null
                    && uri.getPort() <= 65_535
                    && uri.getPort() != 0
                    && uri.getRawUserInfo() == null
                    && uri.getRawFragment() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    URI uri() {
        return URI.create(url);
    }

    WebhookSignature signature() {
        return WebhookSignature.of(secret, secretBytesMin);
    }

    /** Without the secret, and without what the URL's path and query may give away. */
    @Override
    public String toString() {
        return url.isBlank() ? "no webhook" : "webhook at " + uri().getHost();
    }
}
