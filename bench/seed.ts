/**
 * Seeds this many people, each registered for five of the twenty events of five seasons, one in each. A tenth
 * are called Smith; half of past seasons' registrations have hours and a certificate. Plus an administrator,
 * 2,000 newcomers, and the yardstick's plain tables.
 */
export function seedOf(people: number): string {
  return `${earlierSeasons} ${personsOf(people)} ${registrations} ${plain}`
}

/** The demo season's events again for the three years before the demo's own two. */
const earlierSeasons = `
  with known as (
    select distinct event_id, event_name, years
    from events join event_slots using (event_id), generate_series(2, 4) years where start_on >= '2026-04-01'
  ), earlier as (
    insert into events (event_name, is_enabled)
    select replace(event_name, '2027', (2027 - years)::text), false from known returning event_id, event_name
  )
  insert into event_slots (event_id, focus_id, start_on, end_on, start_time, end_time)
  select earlier.event_id, focus_id, start_on - years * 364, end_on - years * 364, start_time, end_time
  from known join event_slots using (event_id)
    join earlier on earlier.event_name = replace(known.event_name, '2027', (2027 - years)::text);
`

/** A prime per field, so that fields are independent. */
const personsOf = (people: number) => `
  create function one_of(words text, number integer) returns text immutable language sql
    return (string_to_array(words, ','))[1 + number % cardinality(string_to_array(words, ','))];
  insert into users (email, role) values ('admin@example.com', 'admin');
  insert into administrators (user_id) select user_id from users where role = 'admin';
  insert into users (email, first_name, last_name, country, state, zip, company_name, phone)
  select 'person' || number || '@example.com',
    one_of('Avery,Blake,Casey,Devon,Emery,Finley,Harper,Jordan,José,Zoë,Søren,Łukasz,Chloé,Ngọc,Siobhán,Émile,Mary Ann', number),
    case when number % 10 = 0 then 'Smith' else
      one_of('Baker,García,Müller,O’Brien,Nguyễn,Kowalski,Đặng,Björk,Straße,O''Neill,Peña,Åberg,Carter,Diaz,Evans,Foster,Gray,Hayes,Ito', number * 7)
      || one_of(',son,-Jones,ez,ski,,', number * 11) || one_of(',, Jr.', number * 13) end,
    one_of('United States,United States,United States,Canada,Mexico,Germany,Vietnam', number * 3),
    one_of('South Carolina,Ohio,Texas,Kansas,Maine,Washington,Florida,Georgia,Iowa', number * 17),
    lpad((number * 37 % 99999)::text, 5, '0'),
    one_of('Example,Palmetto,Lowcountry,Zürich,Prairie,Skyline,Cañon,Harbor', number * 19) || ' '
      || one_of('Aviation,Aero,Air Service,Turbines,Rotors,Hangar', number * 23) || ' ' || number * 29 % 900,
    '+1||' || 2000000000 + number::bigint * 31
  from generate_series(1, ${people}) number;
  insert into users (email, first_name, last_name, country, state, zip, company_name)
  select 'newcomer' || number || '@example.com', 'New', 'Comer ' || number, 'United States', 'South Carolina', '29201', 'Example Aviation'
  from generate_series(1, 2000) number;
`

/** Inserted in time order, as in a portal's life: over the four months before the last day of a slot's event. */
const registrations = `
  insert into registrations (user_id, event_id, event_slot_id, registered_at, hours, certificate_code)
  select user_id, event_id, slots[1 + number / 71 % cardinality(slots)], came_at, hours,
    case when hours > 0 then substr(encode(sha256((number || '-' || event_id)::bytea), 'hex'), 1, 22) end
  from (
    select user_id, number, event_id, slots,
      (first_on - interval '120 days' + (number::bigint * 7919 % 10000000) * interval '1 second')::timestamptz as came_at,
      case when first_on < '2026-04-01' and number / 3 % 2 = 0 then number / 7 % 9 else 0 end as hours
    from (select user_id, substr(email, 7)::integer - 1 as number from (
        select user_id, replace(email, '@example.com', '') as email from users where email like 'person%') named) people
    join (
      select event_id, slots, first_on, row_number() over (partition by extract(year from first_on + interval '9 months') order by event_id) - 1 as place
      from (select event_id, array_agg(event_slot_id) as slots, min(start_on) as first_on from event_slots group by event_id) known
    ) events on place = number / 17 % 4
  ) chosen
  order by came_at, number;
  insert into activities (registration_id, activity, acted_by, acted_at)
  select registration_id, 'registered', user_id, registered_at from registrations;
  insert into confirmations (registration_id, event_slot_id, confirmed_at, start_on, end_on, start_time, end_time)
  select registration_id, event_slot_id, registered_at, start_on, end_on, start_time, end_time
  from registrations join event_slots using (event_slot_id);
  -- Only of past seasons, so that measured registrations cause no calls to a webinar platform.
  update event_slots set webinar_id = 'webinar ' || event_slot_id where end_on < '2026-04-01';
  insert into platform_identities (registration_id, webinar_id, registrant_id, email, join_url, since)
  select registration_id, webinar_id, registration_id, email, 'https://webinar.example.com/j/' || registration_id, registrations.registered_at
  from registrations join event_slots using (event_slot_id) join users using (user_id)
  where webinar_id is not null and registration_id % 3 = 0 order by registration_id;
`

const plain = `
  create schema plain;
  create table plain.registrations (
    registration_id integer generated always as identity primary key,
    user_id uuid not null references users,
    event_id integer not null references events,
    event_slot_id integer not null references event_slots,
    registered_at timestamptz not null default now(),
    unique (user_id, event_id)
  );
  create table plain.jobs (
    job_id bigint generated always as identity primary key,
    name text not null,
    data jsonb not null,
    state text not null default 'created',
    created_at timestamptz not null default now()
  );
  create table plain.activities (
    activity_id bigint generated always as identity primary key,
    registration_id integer not null references plain.registrations,
    activity text not null,
    acted_by uuid references users,
    acted_at timestamptz not null default now()
  );
  create index on plain.activities (registration_id);
  insert into plain.registrations (user_id, event_id, event_slot_id) select user_id, event_id, event_slot_id from registrations;
`
