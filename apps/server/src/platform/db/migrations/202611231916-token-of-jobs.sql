-- The API token that started a job. The job ends when the token is revoked.
alter table background_job add column token_id uuid;
