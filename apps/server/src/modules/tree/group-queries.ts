import type { Group, QueryOf, ReplyOf, listGroups as operation } from '@winnow/contract'
import type { Grants } from '@winnow/domain'
import { sql, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { containsPattern, projectInGrants } from '../access/index.ts'

type Reply = ReplyOf<typeof operation>
type Query = QueryOf<typeof operation>

/**
 * One page of the groups by name, each with the number of its clients that the caller sees. Callers who do not see all clients get only the groups with
 * a client that they see.
 */
export async function listGroups(tx: Tx, companyId: string, grants: Grants, query: Query): Promise<Reply> {
  const { search, page, limit } = query
  const named = search ? sql<SqlBool>`lower(g.name) like lower(${containsPattern(search)})` : sql<SqlBool>`true`
  const matching = sql`
    select g.id, g.name, count(project.id)::int as "projectCount"
    from client_group g
    left join client_group_member m on m.group_id = g.id
    left join project on project.id = m.project_id and project.deleted_at is null and ${projectInGrants(grants, 'project')}
    where g.company_id = ${companyId} and ${named}
    group by g.id
    having ${grants.all} or count(project.id) > 0`
  const { rows } = await sql<Reply['rows'][number]>`
    ${matching} order by lower(g.name), g.id limit ${limit} offset ${(page - 1) * limit}`.execute(tx)
  const counted = await sql<{ n: number }>`select count(*)::int as n from (${matching}) found`.execute(tx)
  return { rows, count: counted.rows[0]?.n ?? 0, countIsExact: true, page, limit }
}

/** A group with those of its clients that the caller sees. Undefined if the caller does not see all clients, and none of this group. */
export async function findGroup(tx: Tx, companyId: string, grants: Grants, id: string): Promise<Group | undefined> {
  const group = await tx
    .selectFrom('client_group')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!group) return undefined
  const members = await tx
    .selectFrom('client_group_member')
    .innerJoin('project', 'project.id', 'client_group_member.project_id')
    .select('project.id')
    .where('group_id', '=', id)
    .where('project.deleted_at', 'is', null)
    .where(projectInGrants(grants, 'project'))
    .orderBy(sql`lower(project.name)`)
    .orderBy('project.id')
    .execute()
  if (members.length === 0 && !grants.all) return undefined
  return { ...group, projectCount: members.length, projects: members.map((member) => member.id) }
}

/** Adds clients to a group. Existing members stay in it. */
export async function addMembers(
  tx: Tx,
  companyId: string,
  groupId: string,
  projectIds: readonly string[],
): Promise<void> {
  await sql`
    insert into client_group_member (company_id, group_id, project_id)
    select ${companyId}, ${groupId}, id from unnest(${[...projectIds]}::uuid[]) id
    on conflict do nothing`.execute(tx)
}

/** Removes clients from a group. */
export async function removeMembers(tx: Tx, groupId: string, projectIds: readonly string[]): Promise<void> {
  await sql`
    delete from client_group_member
    where group_id = ${groupId} and project_id = any(${[...projectIds]}::uuid[])`.execute(tx)
}

/** Makes a client a member of exactly these groups. */
export async function setGroupsOf(
  tx: Tx,
  companyId: string,
  projectId: string,
  groupIds: readonly string[],
): Promise<void> {
  await sql`
    delete from client_group_member
    where project_id = ${projectId} and group_id <> all(${[...groupIds]}::uuid[])`.execute(tx)
  await sql`
    insert into client_group_member (company_id, group_id, project_id)
    select ${companyId}, id, ${projectId} from unnest(${[...groupIds]}::uuid[]) id
    on conflict do nothing`.execute(tx)
}
