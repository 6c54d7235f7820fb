package io.payonce.command.cancel;

import io.payonce.command.StartRefused;
import java.nio.charset.StandardCharsets;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.env.Profiles;

/** The key of the cancel codes, or the reason not to start. */
@Configuration(proxyBeanMethods = false)
class CancelConfiguration {
    private static final int KEY_BYTES_MIN = 32;

    /** The key everybody knows: with it and a look at the table, any code could be found. */
    private static final String LOCAL_KEY = "local-cancel-code-key-known-to-everybody";

    @Bean
    CodeHash codeHash(CancelProperties properties, Environment environment) {
        var key = properties.codeKey();
        if (key.isBlank()) {
            throw new StartRefused("PAYONCE_CANCEL_CODE_KEY is not set");
        }
        if (key.getBytes(StandardCharsets.UTF_8).length < KEY_BYTES_MIN) {
            throw new StartRefused("PAYONCE_CANCEL_CODE_KEY is shorter than " + KEY_BYTES_MIN + " bytes");
        }
        if (key.equals(LOCAL_KEY) && !environment.acceptsProfiles(Profiles.of("local"))) {
            throw new StartRefused("the local cancel code key is refused outside the profile local");
        }
        return new CodeHash(key);
    }
}
