-- A person who came only to the second day of a series over March 31 has earned nothing in the first renewal year. The finding knows.
-- The cost is low because sums over all registrations call it for almost no row. With its real cost, the planner chooses a slower sum.
create function found_hours_by_season(registration integer) returns jsonb language sql stable parallel safe cost 1
begin atomic
  select f.finding->'hoursBySeason'
  from standing_credit(registration) standing
  join credits c on c.registration_id = registration and c.act = 'set' and c.source = 'attendance'
  join credit_findings f on f.credit_finding_id = c.credit_finding_id and f.hours = standing.hours
  where not standing.is_decided
  order by c.credit_id desc limit 1;
end;
comment on function found_hours_by_season(integer) is 'The hours of the standing credit by renewal year, as the newest finding that gave them says; null if a person decided. After an undo, that is an earlier finding.';
