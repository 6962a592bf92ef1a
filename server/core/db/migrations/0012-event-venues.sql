-- Where an event in person takes place; virtual ones have none.
alter table events add column venue text check (length(venue) between 1 and 300);
