#!/bin/sh
# Makes the portal's role and database. For a superuser, where psql reaches the server: PGHOST and the like say so.
#   PORTAL_PASSWORD_FILE=/etc/portal/database-password sh deploy/create-database.sh
set -eu
password=$(cat "$PORTAL_PASSWORD_FILE")
psql --no-psqlrc --set ON_ERROR_STOP=1 --set password="$password" --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
create role portal login password :'password';
create database portal owner portal;
SQL
