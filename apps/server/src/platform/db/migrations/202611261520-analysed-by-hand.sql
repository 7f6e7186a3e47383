-- An alarm that was kept outside the time of its camera can be analysed by hand: who did so, when, and why it was kept until then
-- ({ by, at, reason, until }).
alter table alarm add column by_hand jsonb;
