-- Names what a user was granted. A new one is made in the transaction of every change, so that what a process remembers of somebody's
-- grants counts only while the database still gives it the same name. Random instead of counted: one name never stands for two states,
-- neither after a restore nor after a change that was rolled back.
alter table app_user add column grants_version uuid not null default gen_random_uuid();

-- A grant is of its user's own company, so that whoever row-level security lets change it is let to rename the user's grants too.
alter table app_user add constraint app_user_company_id unique (company_id, id);
drop index app_user_company;
alter table user_grant
  drop constraint user_grant_user_id_fkey,
  add constraint user_grant_user foreign key (company_id, user_id) references app_user (company_id, id) on delete cascade;

create function app.renew_grants_version() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  update app_user set grants_version = gen_random_uuid() where id in (select user_id from changed);
  return null;
end $$;
create trigger grants_added after insert on user_grant
  referencing new table as changed for each statement execute function app.renew_grants_version();
create trigger grants_changed_from after update on user_grant
  referencing old table as changed for each statement execute function app.renew_grants_version();
create trigger grants_changed_to after update on user_grant
  referencing new table as changed for each statement execute function app.renew_grants_version();
create trigger grants_removed after delete on user_grant
  referencing old table as changed for each statement execute function app.renew_grants_version();

-- Emptying a table tells no trigger whose rows they were.
create function app.refuse_truncate() returns trigger
  language plpgsql as $$
begin
  raise exception 'delete the rows of %, do not truncate it', tg_table_name;
end $$;
create trigger grants_kept before truncate on user_grant execute function app.refuse_truncate();
