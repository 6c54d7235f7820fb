package io.payonce.testbed.lab.history;

import java.util.List;

/**
 * Everything that can be seen of one run from outside, collected when the system had come to rest.
 *
 * @param client what clients asked and were answered, in any order
 */
public record History(
        List<ClientCall> client, Provider provider, Tables tables, Broker broker, Rest rest, Traces traces) {}
