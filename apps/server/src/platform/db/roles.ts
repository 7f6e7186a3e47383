import { escapeIdentifier } from 'pg'
import { withClient } from './with-client.ts'

/**
 * Grants the runtime role its rights on all existing tables. Run it as the owner after every migration. The job queue's tables have
 * row-level security without policies, so the runtime role gets a policy, because it adds jobs in its transactions. If owner and runtime
 * role are the same role, nothing is granted.
 */
export async function grantRuntime(ownerUrl: string, role: string): Promise<void> {
  const id = escapeIdentifier(role)
  await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ same: boolean }>('select current_user = $1 as same', [role])
    if (rows[0]?.same) return
    await client.query('begin')
    await client.query('select app.grant_runtime($1)', [role])
    await client.query(`revoke insert, update, delete, truncate on schema_migration from ${id}`)
    await client.query(`grant usage on schema graphile_worker to ${id}`)
    await client.query(`grant select, insert, update, delete on all tables in schema graphile_worker to ${id}`)
    await client.query(`grant usage, select on all sequences in schema graphile_worker to ${id}`)
    await client.query(`grant execute on all functions in schema graphile_worker to ${id}`)
    const tables = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c
       where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind = 'r' and c.relrowsecurity
       and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'runtime')`,
    )
    for (const { name } of tables.rows) {
      await client.query(`create policy runtime on graphile_worker.${escapeIdentifier(name)} to ${id} using (true)`)
    }
    await client.query('commit')
  })
}

/** Rights that the program's role has and should not have, one line each. Empty when it is properly limited. */
export async function findMissingProtections(runtimeUrl: string): Promise<string[]> {
  return withClient(runtimeUrl, async (client) => {
    const { rows } = await client.query<{ role: string; bypasses: boolean; defines: boolean; audits: boolean }>(`
      select current_user as role,
        rolsuper or rolbypassrls as bypasses,
        has_schema_privilege('public', 'create') or pg_has_role(current_user, (
          select relowner from pg_class where oid = 'schema_migration'::regclass), 'member') as defines,
        has_table_privilege('audit', 'update') or has_table_privilege('audit', 'delete') as audits
      from pg_roles where rolname = current_user`)
    const found = rows[0]
    if (!found) return []
    return [
      ...(found.bypasses ? [`role ${found.role} bypasses row-level security, the second wall between companies`] : []),
      ...(found.defines
        ? [`role ${found.role} may change tables; give DATABASE_URL a role of its own and DATABASE_OWNER_URL the owner`]
        : []),
      ...(found.audits ? [`role ${found.role} may change audit entries that were written`] : []),
    ]
  })
}
