-- Those of a camera's products for which the company's plan has no room. `products` stays what people have switched on.
alter table view add column products_taken text[] not null default '{}';
create index view_products_taken on view (company_id) where products_taken <> '{}';

-- Why the alarm is passed on without an analysis, of what held when it was received; null for one that is analysed.
alter table alarm add column unfiltered text check (unfiltered in ('product-taken'));
