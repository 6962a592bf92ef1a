-- The rows of imported files about a person are found by an index, also those that only have the email.

create function emails_in(cells text[]) returns text[] language sql immutable as $$
  select array(
    select distinct email
    from unnest(cells) cell,
      regexp_matches(
        lower(regexp_replace(cell, '[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]', '', 'g')),
        '[a-z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+', 'g'
      ) found,
      unnest(array[found[1], ltrim(found[1], '''/=')]) email
    where cell like '%@%'
  )
$$;
comment on function emails_in is 'The emails in texts, in lower case, without invisible characters; also without a quotation mark, slash or = before them.';

alter table import_rows add column emails text[] not null generated always as (emails_in(cells)) stored;
comment on column import_rows.emails is 'The emails in the cells, also in pasted texts.';
create index import_rows_of_emails on import_rows using gin (emails);
