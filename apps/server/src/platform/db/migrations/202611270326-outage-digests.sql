-- The alarm went, or goes, as one of a digest after an outage of its receiver, by choice.
alter table delivery add column is_outage boolean not null default false;
