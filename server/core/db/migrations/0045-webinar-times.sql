-- The platform has said that somebody is registered, and its list did not have them: they are not added once more.
alter table webinar_registrants add column known_at timestamptz;

-- What a sync came to, as it stood at its end: its registrants may belong to a later sync by now. null: count them.
alter table webinar_syncs add column figures jsonb;

-- When the platform holds the webinar, as it last said: a list of {startsAt, endsAt}. null: not asked yet.
alter table webinar_comparisons add column times_there jsonb;
-- Somebody has asked for the portal's time to be written there, and it is not done yet.
alter table webinar_comparisons add column time_asked_at timestamptz;
-- Why it could not be written, in the platform's words.
alter table webinar_comparisons add column time_problem text not null default '';
