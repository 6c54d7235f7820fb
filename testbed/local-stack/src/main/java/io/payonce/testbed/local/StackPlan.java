package io.payonce.testbed.local;

import io.payonce.testbed.servers.FreePort;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a stack consists of.
 *
 * @param project the folder of the repository, where the jars are
 * @param data where data, logs and pid files are kept
 * @param ports of the first of each kind
 * @param environment additional variables, by the name of the part
 */
public record StackPlan(
        Path project, Path data, Map<Part, Integer> ports, int replicas, Map<Part, Map<String, String>> environment) {
    /** More replicas than this do not fit the ports, nor a laptop. */
    static final int REPLICAS_MAX = 9;

    /** The fixed ports, each changeable by its variable. */
    static StackPlan local(Path project, Map<String, String> variables, int replicas) {
        var ports = new EnumMap<Part, Integer>(Part.class);
        for (var part : Part.values()) {
            ports.put(part, port(part, variables));
        }
        return new StackPlan(project, project.resolve(".local"), ports, replicas, Map.of());
    }

    /** A stack beside others, for a test: free ports, data of its own. */
    public static StackPlan onFreePorts(Path project, Path data, int replicas) {
        var ports = new EnumMap<Part, Integer>(Part.class);
        for (var part : Part.values()) {
            ports.put(part, FreePort.find());
        }
        return new StackPlan(project, data, ports, replicas, Map.of());
    }

    public StackPlan with(Part part, Map<String, String> variables) {
        var all = new HashMap<>(environment);
        all.merge(part, variables, (known, more) -> {
            var both = new HashMap<>(known);
            both.putAll(more);
            return both;
        });
        return new StackPlan(project, data, ports, replicas, all);
    }

    private static int port(Part part, Map<String, String> variables) {
        var text = variables.get(part.portVariable());
        try {
            var port = text == null ? part.defaultPort() : Integer.parseInt(text);
            if (port > 0 && port < 65_000) {
                return port;
            }
        } catch (NumberFormatException e) {
            // Said below, like a number that is no port.
        }
        throw new Complaint(part.portVariable() + " must be a port number, not " + text);
    }

    /** In the order in which they are stopped. */
    public List<Member> members() {
        var members = new ArrayList<Member>();
        for (var part : Part.values()) {
            members.addAll(members(part));
        }
        return members;
    }

    public List<Member> members(Part part) {
        var list = new ArrayList<Member>();
        for (var number = 1; number <= (part.isService() ? replicas : 1); number++) {
            list.add(Member.of(part, number, port(part)));
        }
        return list;
    }

    public int port(Part part) {
        return ports.getOrDefault(part, part.defaultPort());
    }

    Optional<Member> member(String name) {
        return members().stream().filter(member -> member.name().equals(name)).findFirst();
    }
}
