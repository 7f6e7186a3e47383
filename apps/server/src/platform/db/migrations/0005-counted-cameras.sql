-- Home counts the cameras that someone sees; with what decides that in the index, it does so without reading the cameras.
create index view_account on view (company_id, site_id, project_id, id) where deleted_at is null;
