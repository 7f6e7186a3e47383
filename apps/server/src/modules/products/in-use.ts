import type { Product } from '@winnow/contract'
import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * SQL condition on table `view`: the camera exists, and uses the product. The product is part of the text, so that PostgreSQL uses the index
 * of this product (`view_in_use_…`).
 */
export function inUse(product: Product): RawBuilder<SqlBool> {
  const list = sql`${sql.lit(`{${product}}`)}::text[]`
  return sql<SqlBool>`(deleted_at is null and products @> ${list} and not products_taken @> ${list})`
}
