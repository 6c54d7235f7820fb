#!/bin/sh
# Runs once, when the database folder is made: the services' login roles with their passwords. Migrations leave them as they are.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" \
  -v command="$PAYONCE_COMMAND_DB_PASSWORD" -v worker="$PAYONCE_WORKER_DB_PASSWORD" \
  -v reconciler="$PAYONCE_RECONCILER_DB_PASSWORD" -v relay="$PAYONCE_RELAY_DB_PASSWORD" <<'SQL'
CREATE ROLE payonce_command LOGIN PASSWORD :'command';
CREATE ROLE payonce_worker LOGIN PASSWORD :'worker';
CREATE ROLE payonce_reconciler LOGIN PASSWORD :'reconciler';
CREATE ROLE payonce_relay LOGIN REPLICATION PASSWORD :'relay';
SQL
