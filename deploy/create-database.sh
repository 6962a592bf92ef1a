#!/bin/sh
# Creates the portal's role and database as a superuser. psql must reach the server: set PGHOST and the like.
#   runuser -u postgres -- sh deploy/create-database.sh < /etc/portal/database-password
set -eu
# Everybody on this machine could read psql's arguments, so the password goes through the environment.
PORTAL_PASSWORD=$(cat ${PORTAL_PASSWORD_FILE:+"$PORTAL_PASSWORD_FILE"})
export PORTAL_PASSWORD="${PORTAL_PASSWORD:?is empty}"
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\getenv password PORTAL_PASSWORD
create role portal login password :'password';
create database portal owner portal;
SQL
