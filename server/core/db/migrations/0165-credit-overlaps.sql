-- Pairs of standing credits of one person for the same time, which the nightly job has named.
create table credit_overlaps (
  credit_overlap_id integer generated always as identity primary key,
  -- The later credit.
  credit_id integer not null references credits on delete cascade,
  earlier_credit_id integer not null references credits on delete cascade,
  named_at timestamptz not null,
  -- When an administrator ended the alarm, or when the job found that the credits overlap no more.
  ended_at timestamptz,
  ended_by uuid references users on delete set null,
  unique (credit_id, earlier_credit_id),
  check (earlier_credit_id < credit_id),
  check (ended_by is null or ended_at is not null)
);
create index credit_overlaps_alarming on credit_overlaps (credit_overlap_id) where ended_at is null;
create index credit_overlaps_of_earlier on credit_overlaps (earlier_credit_id);
create index credit_overlaps_ended_by on credit_overlaps (ended_by) where ended_by is not null;

comment on table credit_overlaps is 'Pairs of standing credits of one person for the same time, which the nightly job has named. Each pair is named once.';
comment on column credit_overlaps.credit_id is 'The later credit.';
comment on column credit_overlaps.ended_at is 'When an administrator ended the alarm, or when the job found that the credits overlap no more.';
