-- Every pause has a reason. Those that a program began with an end alone say so, in the words of REASON_NOT_GIVEN.
update site set pause_reason = 'No reason given by the caller' where paused_until is not null and pause_reason is null;
update view set pause_reason = 'No reason given by the caller' where paused_until is not null and pause_reason is null;
alter table site drop constraint site_pause;
alter table site add constraint site_pause check (paused_until is null or (paused_at is not null and pause_reason is not null and paused_by is not null));
alter table view drop constraint view_pause;
alter table view add constraint view_pause check (paused_until is null or (paused_at is not null and pause_reason is not null and paused_by is not null));
