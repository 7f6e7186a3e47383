-- Since when a recorder or panel does not work, so that the states of its cameras can tell a short break from a lasting one.
alter table exacq_recorder add column failing_since timestamptz;
update exacq_recorder set failing_since = now() where problem is not null;
alter table videofied_panel add column failing_since timestamptz;
-- Connections of whole companies, such as those to video systems, are found beside thousands of connections to cameras.
create index connection_of_company on connection (company_id, kind) where view_id is null;
