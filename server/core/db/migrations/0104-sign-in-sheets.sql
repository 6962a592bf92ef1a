-- Scans of the sheets that people have signed at in-person slots.
create table sign_in_sheets (
  sign_in_sheet_id integer generated always as identity primary key,
  event_slot_id integer not null references event_slots,
  file bytea not null,
  sha256 bytea not null generated always as (sha256(file)) stored,
  file_name text not null,
  uploaded_by uuid references users on delete set null,
  uploaded_at timestamptz not null,
  unique (event_slot_id, sha256)
);
-- PDFs and pictures are compressed already.
alter table sign_in_sheets alter column file set storage external;
create index sign_in_sheets_uploaded_by on sign_in_sheets (uploaded_by) where uploaded_by is not null;
comment on table sign_in_sheets is 'Scanned sign-in sheets, as they were uploaded: the evidence for arrivals and leavings that were typed from them.';
comment on column sign_in_sheets.uploaded_by is 'null: they have deleted their account.';

create function refuse_early_end_of_sheet() returns trigger language plpgsql as $$
begin
  if old.uploaded_at < now() - interval '3 years' then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name;
end $$;
comment on function refuse_early_end_of_sheet() is 'Append-only: a scanned sheet goes after three years.';
create trigger append_only
  before update of sign_in_sheet_id, event_slot_id, file, file_name, uploaded_at or truncate on sign_in_sheets
  for each statement execute function refuse_change();
create trigger append_only_kept before delete on sign_in_sheets
  for each row execute function refuse_early_end_of_sheet();
