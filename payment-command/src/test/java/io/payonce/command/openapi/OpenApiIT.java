package io.payonce.command.openapi;

import static io.payonce.command.Api.order;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.payonce.command.Api;
import io.payonce.command.Api.Answer;
import io.payonce.command.TestStack;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The OpenAPI document says what the service does: each answer, and each example, fits the schema it is given. */
@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class OpenApiIT {
    private static final TestStack STACK = new TestStack();
    private static final String DOCUMENT = "urn:payonce:openapi";

    @LocalServerPort
    int port;

    private Api api;
    private JsonNode document;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry properties) {
        STACK.describe(properties);
    }

    @BeforeEach
    void read() {
        STACK.reset();
        api = new Api(port);
        document = api.get("/v3/api-docs").json();
    }

    @Test
    void everyAnswerFitsItsSchema() {
        var created = assertDocumented("/v1/payments", "post", api.create(order("o-1")));
        assertDocumented("/v1/payments", "post", api.create(order("o-1", 1, "EUR")));
        assertDocumented("/v1/payments", "post", api.create("{}"));
        assertDocumented("/v1/payments", "post", api.create("nonsense"));
        api.create(order("o-2"), "Idempotency-Key", "k");
        assertDocumented("/v1/payments", "post", api.create(order("o-3"), "Idempotency-Key", "k"));
        assertDocumented("/v1/payments", "post", api.send("POST", "/v1/payments", "x", "Content-Type", "text/plain"));
        assertDocumented("/v1/payments", "post", api.create("x".repeat(70_000)));
        assertDocumented("/v1/payments/{id}", "get", api.get("/v1/payments/" + created.text("id")));
        assertDocumented("/v1/payments/{id}", "get", api.get("/v1/payments/none"));
        var check = "/v1/payments/" + created.text("id") + "/check";
        assertDocumented("/v1/payments/{id}/check", "post", api.send("POST", check, null));
        assertDocumented("/v1/payments/{id}/check", "post", api.send("POST", "/v1/payments/none/check", null));
        everyAnswerOfCancelFitsItsSchema("/v1/payments/" + created.text("id"));
        assertDocumented("/v1/orders/{order_id}", "get", api.get("/v1/orders/o-1"));
        assertDocumented("/v1/orders/{order_id}", "get", api.get("/v1/orders/none"));
        STACK.execute("UPDATE payonce.payment_sessions SET status = 'Failed', failure_code = 'payment_declined',"
                + " failure_message = 'no', next_check_at = NULL WHERE order_id = 'o-1'");
        assertDocumented("/v1/payments/{id}", "get", api.get("/v1/payments/" + created.text("id")));
        assertDocumented("/v1/payments/{id}/check", "post", api.send("POST", check, null));
    }

    private void everyAnswerOfCancelFitsItsSchema(String payment) {
        var codes = "/v1/payments/{id}/cancel-codes";
        var cancel = "/v1/payments/{id}/cancel";
        var code = assertDocumented(codes, "post", api.send("POST", payment + "/cancel-codes", null))
                .text("code");
        assertDocumented(codes, "post", api.send("POST", payment + "/cancel-codes", "{\"x\": 1}"));
        assertDocumented(codes, "post", api.send("POST", "/v1/payments/none/cancel-codes", null));
        assertDocumented(cancel, "post", api.send("POST", payment + "/cancel", "{\"code\": \"1\"}"));
        assertDocumented(cancel, "post", api.send("POST", payment + "/cancel", "x", "Content-Type", "text/plain"));
        assertDocumented(cancel, "post", api.send("POST", "/v1/payments/none/cancel", "{\"code\": \"123456\"}"));
        assertDocumented(cancel, "post", api.send("POST", payment + "/cancel", "{\"code\": \"" + code + "\"}"));
        assertDocumented(cancel, "post", api.send("POST", payment + "/cancel", "{\"code\": \"0\"}"));
        STACK.execute("UPDATE payonce.payment_sessions SET status = 'Canceled', next_check_at = NULL");
        assertDocumented(cancel, "post", api.send("POST", payment + "/cancel", "{\"code\": \"" + code + "\"}"));
        assertDocumented(cancel, "post", api.send("POST", payment + "/cancel", "{\"code\": \"999999\"}"));
        assertDocumented(codes, "post", api.send("POST", payment + "/cancel-codes", null));
        STACK.execute("UPDATE payonce.payment_sessions SET status = 'Completed', next_check_at = NULL");
        assertDocumented(cancel, "post", api.send("POST", payment + "/cancel", "{\"code\": \"" + code + "\"}"));
    }

    @Test
    void everyExampleFitsItsSchema() {
        var examples = 0;
        for (var path : document.path("paths").properties()) {
            for (var operation : path.getValue().properties()) {
                for (var response : operation.getValue().path("responses").properties()) {
                    for (var content : response.getValue().path("content").properties()) {
                        var pointer = pointer(path.getKey(), operation.getKey(), response.getKey(), content.getKey());
                        assertThat(errors(
                                        pointer,
                                        content.getValue().path("example").toString()))
                                .as(pointer)
                                .isEmpty();
                        examples++;
                    }
                }
            }
        }
        assertThat(examples).isGreaterThan(20);
    }

    @Test
    void createTakesExactlyTheDocumentedMembers() {
        var members =
                document.at("/components/schemas/CreatePayment/properties").propertyNames();

        for (var member : members) {
            var answer = api.create("{\"" + member + "\": {\"a\": [1]}}");
            assertThat(answer.http().body()).as(member).doesNotContain("is not known here");
        }
        assertThat(api.create("{\"other\": 1}").http().body()).contains("is not known here");
    }

    private Answer assertDocumented(String path, String method, Answer answer) {
        var type = answer.header("Content-Type").replaceAll(";.*", "");
        var pointer = pointer(path, method, Integer.toString(answer.status()), type);
        assertThat(document.at(pointer.substring(1)).isMissingNode())
                .as(pointer)
                .isFalse();
        assertThat(errors(pointer, answer.http().body())).as(pointer).isEmpty();
        return answer;
    }

    private static String pointer(String path, String method, String status, String type) {
        return "#/paths/" + path.replace("/", "~1") + "/" + method + "/responses/" + status + "/content/"
                + type.replace("/", "~1") + "/schema";
    }

    private Iterable<?> errors(String pointer, String json) {
        var schema = SchemaRegistry.withDefaultDialect(
                        SpecificationVersion.DRAFT_2020_12,
                        builder -> builder.schemas(
                                Map.of(DOCUMENT, JsonMapper.shared().writeValueAsString(document))))
                .getSchema(SchemaLocation.of(DOCUMENT + pointer));
        return schema.validate(json, InputFormat.JSON);
    }
}
