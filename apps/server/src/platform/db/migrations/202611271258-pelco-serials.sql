-- The serial by which a camera of Pelco is registered at the maker's cloud. The cameras of one device share it.
alter table view add column serial_number text check (serial_number ~ '^[0-9]{12}$');
create index view_serial_number on view (company_id, serial_number)
  where serial_number is not null and deleted_at is null;
