package io.payonce.command.openapi;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The contract as an OpenAPI document. It is written by hand, and a test holds the answers against it. */
@RestController
class OpenApiController {
    private final Resource document = new ClassPathResource("openapi/openapi.json");

    @GetMapping(path = "/v3/api-docs", produces = MediaType.APPLICATION_JSON_VALUE)
    Resource document() {
        return document;
    }
}
