-- A picture is kept in two widths: the wider one names the narrower, where there is one.
alter table files add column smaller_hash bytea references files;
