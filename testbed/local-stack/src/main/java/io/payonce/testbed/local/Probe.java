package io.payonce.testbed.local;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;

/** Asks a health page. */
final class Probe {
    private static final int MILLIS_MAX = 2_000;

    private Probe() {}

    static boolean isUp(String url) {
        try {
            var connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
            connection.setConnectTimeout(MILLIS_MAX);
            connection.setReadTimeout(MILLIS_MAX);
            try {
                return connection.getResponseCode() == 200;
            } finally {
                connection.disconnect();
            }
        } catch (IOException e) {
            return false;
        }
    }
}
