-- The cameras that use a product, by company and age. Plans with a limit count them in each transaction that switches products, and take
-- products from the newest. One index for each product that is offered.
create index view_in_use_detect on view (company_id, id)
  where deleted_at is null and products @> '{detect}'::text[] and not products_taken @> '{detect}'::text[];
create index view_in_use_detect_pro on view (company_id, id)
  where deleted_at is null and products @> '{detect_pro}'::text[] and not products_taken @> '{detect_pro}'::text[];
create index view_in_use_protect on view (company_id, id)
  where deleted_at is null and products @> '{protect}'::text[] and not products_taken @> '{protect}'::text[];
