-- Whether a program created the camera with an API token. Only programs may configure such a camera. Cameras from before stay configurable
-- for everybody, because nothing says who created them.
alter table view add column created_by_api boolean not null default false;
