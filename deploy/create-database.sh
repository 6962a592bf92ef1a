#!/bin/sh
# Makes the portal's role and database, for a superuser. psql has to reach the server: PGHOST and the like say where it is.
#   runuser -u postgres -- sh deploy/create-database.sh < /etc/portal/database-password
set -eu
# Among psql's arguments everybody on this machine could read it.
PORTAL_PASSWORD=$(cat ${PORTAL_PASSWORD_FILE:+"$PORTAL_PASSWORD_FILE"})
export PORTAL_PASSWORD="${PORTAL_PASSWORD:?is empty}"
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\getenv password PORTAL_PASSWORD
create role portal login password :'password';
create database portal owner portal;
SQL
