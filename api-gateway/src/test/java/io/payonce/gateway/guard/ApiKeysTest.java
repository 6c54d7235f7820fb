package io.payonce.gateway.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.payonce.gateway.GatewayProperties;
import io.payonce.gateway.StartRefused;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.env.MockEnvironment;

/** A key names its client, exactly and alone; a key anybody could guess is none. */
class ApiKeysTest {
    private final ApiKeys keys = keys("prod", "shop=key-of-the-shop-1", "back-office=a=b=c=with-equals");

    private static ApiKeys keys(String profile, String... entries) {
        var environment = new MockEnvironment();
        environment.setActiveProfiles(profile);
        var properties = new GatewayProperties(
                List.of(entries), List.of(), 1, Map.of(), Duration.ofSeconds(1), Duration.ofSeconds(1));
        return new ApiKeys(properties, environment);
    }

    @Test
    void keyNamesItsClient() {
        assertThat(keys.clientOf(List.of("Bearer key-of-the-shop-1"))).contains("shop");
        assertThat(keys.clientOf(List.of("bearer  a=b=c=with-equals "))).contains("back-office");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Bearer",
                "Bearer ",
                "key-of-the-shop-1",
                "Basic key-of-the-shop-1",
                "Bearer key-of-the-shop-",
                "Bearer key-of-the-shop-11",
                "Bearer KEY-OF-THE-SHOP-1",
                "Bearer shop=key-of-the-shop-1"
            })
    void otherTextNamesNobody(String authorization) {
        assertThat(keys.clientOf(List.of(authorization))).isEmpty();
    }

    @Test
    void noneOrTwoHeadersNameNobody() {
        assertThat(keys.clientOf(List.of())).isEmpty();
        assertThat(keys.clientOf(List.of("Bearer key-of-the-shop-1", "Bearer key-of-the-shop-1")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shop=eleven-char", "shop=", "shop", "=key-without-client", "a b=key-of-client-1"})
    void entryThatIsNoneIsRefusedWithoutQuotingIt(String entry) {
        assertThatThrownBy(() -> keys("prod", entry))
                .isInstanceOf(StartRefused.class)
                .hasMessageNotContainingAny("eleven-char", "key-without-client", "key-of-client-1");
        assertThat(keys("prod", "shop=twelve-chars").clientOf(List.of("Bearer twelve-chars")))
                .contains("shop");
    }

    @Test
    void localKeyIsForTheLocalProfileOnly() {
        assertThat(keys("local", "local=local-dev-key").clientOf(List.of("Bearer local-dev-key")))
                .contains("local");
        assertThatThrownBy(() -> keys("prod", "local=local-dev-key")).isInstanceOf(StartRefused.class);
    }
}
