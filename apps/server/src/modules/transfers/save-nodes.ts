import type { ImportNode } from '@winnow/contract'
import { sql } from 'kysely'
import { newLowercaseToken } from '../../platform/crypto/tokens.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { PlacedEntry } from '../../platform/jobs/background-job.ts'
import { VALUES_OF, type Value } from './columns.ts'
import { TABLES } from './load-nodes.ts'
import type { Node } from './node-index.ts'

const uniqueOf = (nodes: readonly Node[], kind: Node['kind']): Node[] => [
  ...new Map(nodes.filter((node) => node.kind === kind).map((node) => [node.id, node])).values(),
]

/** The id of the client of each site, by the site's id. */
type ClientOfSite = ReadonlyMap<string, string>

interface Saving {
  kind: ImportNode
  companyId: string
  nodes: readonly Node[]
  /** What else the rows have, beside name, key and values. */
  places: (node: Node) => Readonly<Record<string, string | undefined>>
  /** The types of the columns of `places`. */
  types: Readonly<Record<string, string>>
}

/** Inserts the new nodes of one kind and updates the others, with one statement. An address token is given once. */
async function saveKind(tx: Tx, { kind, companyId, nodes, places, types }: Saving): Promise<void> {
  if (nodes.length === 0) return
  const values = VALUES_OF[kind]
  const rows = nodes.map((node) => ({
    id: node.id,
    name: node.name,
    external_key: node.key,
    ...places(node),
    ...Object.fromEntries(values.map(({ name, stored, initial }) => [stored, node.values[name] ?? initial])),
  }))
  const changing = ['name', 'external_key', ...values.map(({ stored }) => stored)]
  const columns = ['id', ...changing, ...Object.keys(types)].map((name) => sql.ref(name))
  const typed = [
    sql`id uuid, name text, external_key text`,
    ...values.map(({ stored, type }) => sql`${sql.ref(stored)} ${sql.raw(type)}`),
    ...Object.entries(types).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`),
  ]
  const set = changing.map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`)
  // A product that is switched off is not kept as taken either.
  if (kind === 'camera')
    set.push(sql`products_taken = array(
      select unnest(view.products_taken) intersect select unnest(excluded.products))`)
  await sql`
    insert into ${sql.table(TABLES[kind])} (company_id, ${sql.join(columns)})
    select ${companyId}::uuid, ${sql.join(columns)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (${sql.join(typed)})
    on conflict (id) do update set ${sql.join(set)}`.execute(tx)
}

function placeOf(node: Node, clientOf: ClientOfSite): PlacedEntry['place'] {
  if (node.kind === 'client') return { projectId: node.id }
  if (node.kind === 'site') return { projectId: node.parentId, siteId: node.id }
  const projectId = clientOf.get(node.parentId)
  return { ...(projectId === undefined ? {} : { projectId }), siteId: node.parentId, viewId: node.id }
}

/** What the audit log says of a node: all that is given of a new one, or what changes of another. */
function entryOf(node: Node, clientOf: ClientOfSite): PlacedEntry {
  const facts = new Map<string, Value | undefined>([
    ['name', node.name],
    ...(node.key === null ? [] : [['key', node.key] as const]),
    ...VALUES_OF[node.kind].map(({ name, field }) => [field, node.values[name]] as const),
  ])
  const wanted = [...facts].filter(([field, value]) => (node.isNew ? value !== undefined : node.before.has(field)))
  return {
    action: `${TABLES[node.kind]}.${node.isNew ? 'created' : 'changed'}`,
    objectType: TABLES[node.kind],
    objectId: node.id,
    objectName: node.name,
    ...(node.isNew ? {} : { before: Object.fromEntries(node.before) }),
    after: Object.fromEntries(wanted),
    place: placeOf(node, clientOf),
  }
}

/** Writes the nodes that lines create and change, with a few statements for all of them, and the audit entries of these changes. */
export async function saveNodes(
  tx: Tx,
  companyId: string,
  nodes: readonly Node[],
  sites: readonly Node[],
): Promise<PlacedEntry[]> {
  const clientOf = new Map(sites.map((site) => [site.id, site.parentId]))
  const [clients, changedSites, cameras] = [
    uniqueOf(nodes, 'client'),
    uniqueOf(nodes, 'site'),
    uniqueOf(nodes, 'camera'),
  ]
  const saving = { companyId, places: () => ({}), types: {} }
  await saveKind(tx, { ...saving, kind: 'client', nodes: clients })
  await saveKind(tx, {
    ...saving,
    kind: 'site',
    nodes: changedSites,
    places: ({ parentId }) => ({ project_id: parentId }),
    types: { project_id: 'uuid' },
  })
  await saveKind(tx, {
    ...saving,
    kind: 'camera',
    nodes: cameras,
    places: ({ parentId }) => ({
      project_id: clientOf.get(parentId),
      site_id: parentId,
      address_token: newLowercaseToken(),
    }),
    types: { project_id: 'uuid', site_id: 'uuid', address_token: 'text' },
  })
  return [...clients, ...changedSites, ...cameras].map((node) => entryOf(node, clientOf))
}
