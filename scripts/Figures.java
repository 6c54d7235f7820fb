import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * First figures of a running stack: {@code java scripts/Figures.java [rate per second] [seconds]}. Open loop: clicks
 * come at a fixed rate, whether or not earlier ones were answered, and times count from the moment a click was due. The
 * first third of the clicks warms up and is not counted.
 */
class Figures {
    static final String GATEWAY = System.getenv().getOrDefault("PAYONCE_GATEWAY_URL", "http://127.0.0.1:8080");
    static final String SANDBOX = System.getenv().getOrDefault("PAYONCE_SANDBOX_URL", "http://127.0.0.1:8090");
    static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");
    static final Pattern CALL = Pattern.compile(
            "\"at\":\"([^\"]+)\",\"operation\":\"register\",\"order_id\":\"([^\"]+)\"");

    record Click(String payment, Instant due, double answeredMillis, int status) {}

    static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .build();

    public static void main(String[] arguments) throws Exception {
        var rate = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 50;
        var seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 30;
        var clicks = click(rate, rate * seconds);
        LockSupport.parkNanos(Duration.ofSeconds(3).toNanos());
        var counted = clicks.subList(clicks.size() / 3, clicks.size());
        var good = counted.stream().filter(click -> click.status() == 202).toList();
        System.out.printf("%d clicks counted at %d/s, %d of them answered 202%n", counted.size(), rate, good.size());
        print("click -> 202", good.stream().mapToDouble(Click::answeredMillis).toArray());
        var calls = calls();
        print(
                "click -> provider call",
                good.stream()
                        .filter(click -> calls.containsKey(click.payment()))
                        .mapToDouble(click -> Duration.between(click.due(), calls.get(click.payment())).toNanos() / 1e6)
                        .toArray());
    }

    static List<Click> click(int rate, int number) throws Exception {
        var run = Long.toHexString(System.nanoTime());
        var answers = new ArrayList<CompletableFuture<Click>>();
        var start = System.nanoTime();
        var clock = Instant.now();
        for (var i = 0; i < number; i++) {
            var due = start + i * 1_000_000_000L / rate;
            for (var left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            var dueAt = clock.plusNanos(due - start);
            var request = HttpRequest.newBuilder(URI.create(GATEWAY + "/v1/payments"))
                    .header("Authorization", "Bearer local-dev-key")
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(
                            "{\"order_id\":\"f-%s-%d\",\"amount\":1500,\"currency\":\"EUR\"}".formatted(run, i)))
                    .build();
            answers.add(HTTP.sendAsync(request, BodyHandlers.ofString()).thenApply(answer -> {
                var millis = (System.nanoTime() - due) / 1e6;
                var id = ID.matcher(answer.body());
                return new Click(id.find() ? id.group(1) : "", dueAt, millis, answer.statusCode());
            }));
        }
        var clicks = new ArrayList<Click>();
        for (var answer : answers) {
            clicks.add(answer.get());
        }
        return clicks;
    }

    /** When the provider got the first register call of each payment. */
    static Map<String, Instant> calls() throws Exception {
        var request = HttpRequest.newBuilder(URI.create(SANDBOX + "/sandbox/calls")).build();
        var found = CALL.matcher(HTTP.send(request, BodyHandlers.ofString()).body());
        var calls = new HashMap<String, Instant>();
        while (found.find()) {
            calls.putIfAbsent(found.group(2), Instant.parse(found.group(1)));
        }
        return calls;
    }

    static void print(String name, double[] millis) {
        Arrays.sort(millis);
        if (millis.length == 0) {
            System.out.println(name + ": nothing measured");
            return;
        }
        System.out.printf(
                "%-24s n=%d  p50 %.1f ms  p99 %.1f ms  max %.1f ms%n",
                name,
                millis.length,
                millis[millis.length / 2],
                millis[(int) (millis.length * 0.99)],
                millis[millis.length - 1]);
    }
}
