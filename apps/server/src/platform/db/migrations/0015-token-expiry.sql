-- From when a token opens nothing any more. Null: it works until it is revoked.
alter table api_token add column expires_at timestamptz;
