-- The results of rehearsals that the panel started. `npm run rehearse` stores nothing, and no release has had the panel's.
-- Contracts: unused since 0.0.0
drop table rehearsals;
