-- Two makers may use the same ids. With the maker in the key, a mapping of one neither replaces nor hides one of the other.
alter table dw_camera drop constraint dw_camera_pkey, add primary key (company_id, vendor, system_id, camera_id);

-- Why not all events of a gap were looked for. Until now one reason was told for all.
update milestone_system set gap = gap || jsonb_build_object('problem', case when (gap ->> 'isSearched')::boolean then null else 'refused' end)
  where gap is not null;
