-- A role is a named set of permissions. Those who were invited before it existed may do everything.
alter table administrators add column role text not null default 'administrator'
  check (role in ('administrator', 'viewer', 'exporting-viewer', 'front-desk'));

comment on column administrators.role is 'A named set of permissions (contract/people/administrators/roles.ts).';

-- Every process caches what a session may do: it reads its sessions again.
create trigger administrator_role_changed after update of role on administrators
  for each row when (old.role is distinct from new.role) execute function tell_role_changed();
