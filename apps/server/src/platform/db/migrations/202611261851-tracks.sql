-- The paths of people and vehicles over the pictures of an alarm, for cameras with the product that follows them.
alter table alarm add column tracks jsonb;

create index view_in_use_detect_pro_v2 on view (company_id, id)
  where deleted_at is null and products @> '{detect_pro_v2}'::text[] and not products_taken @> '{detect_pro_v2}'::text[];
