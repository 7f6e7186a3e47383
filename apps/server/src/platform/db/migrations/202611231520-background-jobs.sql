-- Work on many things that goes on while its author does something else. A job has a list of items in a fixed order. `next_position` says
-- how far it has come; it changes in the transaction of the effect, so that an item is done once whatever dies in between.
create table background_job (
  id uuid primary key,
  company_id uuid not null references company (id) on delete cascade,
  -- A company has one job at a time in each line: bulk actions in one, imports and exports in another.
  line text not null,
  kind text not null,
  -- What the job does and to what, in the words of the console.
  type text not null,
  category text not null,
  job_group text not null,
  params jsonb not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done')),
  -- The items of a job in this state are still being found out. `plan_state` is what its kind wants to know for the next step.
  planning boolean not null default false,
  plan_state jsonb,
  queued integer not null default 0,
  processed integer not null default 0,
  failed integer not null default 0,
  next_position integer not null default 0,
  user_id uuid,
  user_name text not null,
  impersonator_id uuid,
  impersonator_name text,
  address text,
  request_id text,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  cancelled_by text,
  -- Why a job ended before its last item, where nobody cancelled it.
  error text,
  lease_owner uuid,
  lease_until timestamptz,
  unique (company_id, id)
);
create unique index background_job_active on background_job (company_id, line) where status <> 'done';
create index background_job_waiting on background_job (lease_until) where status <> 'done';
create index background_job_company on background_job (company_id, id);
create index background_job_finished on background_job (finished_at) where status = 'done';

create table background_job_item (
  company_id uuid not null,
  job_id uuid not null,
  position integer not null,
  object_id uuid,
  -- Why the item fails although nothing was tried, as a code: its author may not change the thing, or it is not there.
  refused text,
  -- Of a refused item.
  name text,
  payload jsonb,
  primary key (job_id, position),
  foreign key (company_id, job_id) references background_job (company_id, id) on delete cascade
);

create table background_job_failure (
  company_id uuid not null,
  job_id uuid not null,
  position integer not null,
  object_id uuid,
  name text not null,
  link text,
  code text not null,
  message text not null,
  primary key (job_id, position),
  foreign key (company_id, job_id) references background_job (company_id, id) on delete cascade
);

alter table background_job enable row level security;
alter table background_job force row level security;
create policy tenant on background_job using (company_id = (select app.company()) or (select app.is_system()));
alter table background_job_item enable row level security;
alter table background_job_item force row level security;
create policy tenant on background_job_item using (company_id = (select app.company()) or (select app.is_system()));
alter table background_job_failure enable row level security;
alter table background_job_failure force row level security;
create policy tenant on background_job_failure using (company_id = (select app.company()) or (select app.is_system()));

-- Whether the camera is watched for tampering.
alter table view add column tampering_detection boolean not null default false;
