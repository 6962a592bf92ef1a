-- All Registrations is quick at a million: what is looked for in one way, and each order an index that is walked.

-- A text as it is looked through: without accents, apostrophes and capitals, a space before each word, numbers without the
-- signs that phones are typed with.
create function folded(written text) returns text immutable parallel safe language sql return
  regexp_replace(
    regexp_replace(
      replace(replace(replace(replace(
        lower(translate(
          regexp_replace(normalize(translate(written, '''’‘ʼʻ`´′', ''), nfkd), '[\u0300-\u036f]', '', 'g'),
          'ØøŁłĐđÐðĦħŦŧıÆŒÞẞ', 'oollddddhhttiæœþß'
        )),
        'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), 'ß', 'ss'),
      '(?<=\d)[-+()./]+(?=\d)|[+(]+(?=\d)|(?<=\d)\)', '', 'g'
    ),
    '([^[:alnum:][:space:]])(?=[[:alnum:]])', '\1 ', 'g'
  );

-- What `like` has to find for a term, each of them: its words, in any order; of one or two letters only where a word begins.
-- A number typed in groups, as phones are, is one word.
create function search_patterns(term text) returns text[] immutable parallel safe language sql return array(
  select distinct case
    when word ~ '^[[:alnum:]]{1,2}$' then '% ' || word || '%'
    else '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
  end
  from (
    select trim(folded(typed)) as word
    from regexp_split_to_table(
      case when term ~ '^[-+()./\s\d]*$' and regexp_count(term, '\d') >= 7 then regexp_replace(term, '\D', '', 'g') else term end,
      '\s+') as typed
  ) words
  where word <> ''
);

alter table users drop column search_text;
alter table users add column search_text text not null generated always as (
  ' ' || folded(first_name || ' ' || last_name || ' ' || email || ' ' || company_name || ' ' || replace(phone, '||', ''))
) stored;
create index users_search on users using gin (search_text gin_trgm_ops);

-- People in each order of the list. Whoever is looked at has their registrations beside each other in the index below.
create index users_by_name on users (lower(first_name || ' ' || last_name), user_id);
create index users_by_company on users (lower(company_name), user_id);
create index users_by_phone on users (phone, user_id);
create index users_by_state on users (lower(state), user_id);
create index users_by_zip on users (zip, user_id);
create index users_by_country on users (country, user_id);

-- Registrations in each order, of all and of a slot, with what decides whether one is shown: a page far behind is found
-- without reading what stands before it.
drop index one_registration;
create unique index one_registration on registrations (user_id, event_id)
  include (registration_id, event_slot_id, registered_at, hours) where cancelled_at is null;
drop index registrations_newest;
create index registrations_newest on registrations (registered_at, registration_id) include (user_id)
  where cancelled_at is null;
drop index registrations_of_slot;
create index registrations_of_slot on registrations (event_slot_id, registered_at, registration_id) include (user_id)
  where cancelled_at is null;
create index registrations_by_id on registrations (event_slot_id, registration_id) include (user_id)
  where cancelled_at is null;
create index registrations_by_hours on registrations (event_slot_id, hours, registration_id) include (user_id)
  where cancelled_at is null;
