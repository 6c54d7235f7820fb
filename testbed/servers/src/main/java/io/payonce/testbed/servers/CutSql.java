package io.payonce.testbed.servers;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Takes pieces out of the statements that go through a data source, so that a test can cut one safety net and see what
 * the others hold, without a switch in the product.
 */
public final class CutSql {
    private final Map<Pattern, String> cuts = new ConcurrentHashMap<>();
    private final Set<Pattern> met = ConcurrentHashMap.newKeySet();

    /** From now on every match of {@code pattern} in a statement is replaced. */
    public void cut(String pattern, String replacement) {
        cuts.put(Pattern.compile(pattern, Pattern.DOTALL), replacement);
    }

    /**
     * Whole statements again.
     *
     * @throws IllegalStateException if a cut never met a statement, so that it proved nothing
     */
    public void restore() {
        var idle =
                cuts.keySet().stream().filter(pattern -> !met.contains(pattern)).toList();
        forget();
        if (!idle.isEmpty()) {
            throw new IllegalStateException("no statement has what was to be cut: " + idle);
        }
    }

    /** Whole statements again, whatever was met. */
    public void forget() {
        cuts.clear();
        met.clear();
    }

    /** The same data source, with the cuts. */
    public DataSource on(DataSource whole) {
        return proxy(DataSource.class, (self, method, arguments) -> {
            var result = call(method, whole, arguments);
            return result instanceof Connection connection ? on(connection) : result;
        });
    }

    private Connection on(Connection whole) {
        return proxy(Connection.class, (self, method, arguments) -> {
            if (method.getName().equals("prepareStatement")) {
                arguments[0] = without((String) arguments[0]);
            }
            return call(method, whole, arguments);
        });
    }

    private String without(String sql) {
        var text = sql;
        for (var cut : cuts.entrySet()) {
            var matcher = cut.getKey().matcher(text);
            if (matcher.find()) {
                met.add(cut.getKey());
                text = matcher.replaceAll(cut.getValue());
            }
        }
        return text;
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static @Nullable Object call(Method method, Object target, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}
