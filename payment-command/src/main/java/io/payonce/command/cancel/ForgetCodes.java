package io.payonce.command.cancel;

import io.payonce.command.store.CancelCodes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/** Deletes codes that are of no use any more, a batch per transaction; several instances share the work. */
@Component
class ForgetCodes {
    private static final Logger log = LoggerFactory.getLogger(ForgetCodes.class);

    private final CancelCodes codes;
    private final CancelProperties.Purge limits;

    ForgetCodes(CancelCodes codes, CancelProperties properties) {
        this.codes = codes;
        this.limits = properties.purge();
    }

    @Scheduled(fixedDelayString = "${payonce.cancel.purge.pause}", initialDelayString = "${payonce.cancel.purge.pause}")
    void run() {
        try {
            var deleted = runOnce();
            log.debug("{} cancel codes forgotten", deleted);
        } catch (DataAccessException | TransactionException e) {
            log.warn("Old cancel codes stay until the next run: {}", e.getMessage());
        }
    }

    /** How many were deleted. */
    int runOnce() {
        var deleted = 0;
        for (var batch = 1; batch <= limits.batchesMax(); batch++) {
            var gone = codes.deleteForgotten(limits.batch());
            deleted += gone;
            if (gone < limits.batch()) {
                break;
            }
        }
        return deleted;
    }
}
