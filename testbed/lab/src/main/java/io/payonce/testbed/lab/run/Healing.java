package io.payonce.testbed.lab.run;

import io.payonce.testbed.local.Complaint;
import io.payonce.testbed.local.LocalStack;
import io.payonce.testbed.local.Member;
import io.payonce.testbed.local.Part;
import java.util.ArrayList;
import java.util.List;

/** Starts what is dead. */
public final class Healing {
    private static final int STARTS_MAX = 3;

    private Healing() {}

    /** Servers first: services become ready only when they find them. Returns what would not come up, and why. */
    public static List<String> startWhatIsDown(LocalStack stack) {
        return start(stack, stack.plan().members().reversed());
    }

    /** The same for one kind of process. */
    public static List<String> startWhatIsDown(LocalStack stack, Part part) {
        return start(stack, stack.plan().members(part));
    }

    private static List<String> start(LocalStack stack, List<Member> members) {
        var down = new ArrayList<String>();
        for (var member : members) {
            var complaint = start(stack, member);
            if (stack.process(member.name()).isEmpty()) {
                down.add("%s does not come up: %s".formatted(member.name(), complaint));
            }
        }
        return down;
    }

    private static String start(LocalStack stack, Member member) {
        var complaint = "";
        for (var time = 1; time <= STARTS_MAX && stack.process(member.name()).isEmpty(); time++) {
            try {
                stack.up(member.name());
            } catch (Complaint | IllegalStateException e) {
                complaint = String.valueOf(e.getMessage());
            }
        }
        return complaint;
    }
}
