-- Two people changing a receiver at once: the second is told, instead of undoing the first one's new secret.
alter table receiver add column updates integer not null default 0;
