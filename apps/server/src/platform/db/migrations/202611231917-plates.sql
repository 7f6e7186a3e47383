-- The number plates that an analysis has read, for cameras with the product that reads them.
alter table alarm add column plates jsonb;
