import { sql, type RawBuilder } from 'kysely'

/** A version of the role and grants of a row of `app_user`: the same version means the same access. */
export const accessVersion = (table: 'u' | 'app_user'): RawBuilder<string> =>
  sql<string>`md5(concat_ws(' ', ${sql.ref(`${table}.user_type`)}, ${sql.ref(`${table}.extra_roles`)}::text, ${sql.ref(`${table}.grants_version`)}))`
