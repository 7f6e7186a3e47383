-- The plates from before `near-plates`, until `rules.number-plates` has given them the numbers that they lack.
create index watch_plate_to_number on watch_plate (id) where near = '{}';
