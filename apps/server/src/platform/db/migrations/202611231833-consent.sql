-- Who agreed to which text for which company, and when. The text itself is kept beside its hash, and the name beside the id, so that an
-- entry proves what was agreed to after the text was replaced or the user was deleted.
create table consent (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  code text not null,
  version text not null,
  language text not null,
  -- SHA-256 of `content` in UTF-8, as hexadecimal digits.
  content_hash text not null,
  content text not null,
  user_id uuid,
  user_name text not null,
  agreed_at timestamptz not null,
  unique (company_id, code, version)
);

alter table consent enable row level security;
alter table consent force row level security;
create policy tenant on consent using (company_id = (select app.company()) or (select app.is_system()));

-- The runtime role may add and read consents, as it may audit entries. Nobody changes one.
create or replace function app.grant_runtime(role text) returns void
  language plpgsql as $$
begin
  execute format('grant usage on schema public, app to %I', role);
  execute format('grant execute on all functions in schema app to %I', role);
  execute format('grant select, insert, update, delete on all tables in schema public to %I', role);
  execute format('grant usage, select on all sequences in schema public to %I', role);
  execute format('revoke update, delete, truncate on audit, consent from %I', role);
  execute format('revoke execute on function app.grant_runtime(text) from public, %I', role);
end $$;
