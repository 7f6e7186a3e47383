-- Programs that know the call by its old form give an end alone.
alter table site drop constraint site_check;
alter table site add constraint site_pause check (paused_until is null or (paused_at is not null and paused_by is not null));
alter table view drop constraint view_check;
alter table view add constraint view_pause check (paused_until is null or (paused_at is not null and paused_by is not null));
