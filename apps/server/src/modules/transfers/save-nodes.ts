import { sql } from 'kysely'
import { newLowercaseToken } from '../../platform/crypto/tokens.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { PlacedEntry } from '../../platform/jobs/background-job.ts'
import type { Node } from './plan-lines.ts'

const uniqueOf = (nodes: readonly Node[], kind: Node['kind']): Node[] => [
  ...new Map(nodes.filter((node) => node.kind === kind).map((node) => [node.id, node])).values(),
]

/** The id of the client of each site, by the site's id. */
type ClientOfSite = ReadonlyMap<string, string>

async function saveClients(tx: Tx, companyId: string, clients: readonly Node[]): Promise<void> {
  const rows = clients.map(({ id, name, key }) => ({ id, name, external_key: key }))
  await sql`
    insert into project (id, company_id, name, external_key)
    select r.id, ${companyId}::uuid, r.name, r.external_key
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, name text, external_key text)
    on conflict (id) do update set name = excluded.name, external_key = excluded.external_key`.execute(tx)
}

async function saveSites(tx: Tx, companyId: string, sites: readonly Node[]): Promise<void> {
  const rows = sites.map(({ id, parentId, name, key, values }) => ({
    id,
    project_id: parentId,
    name,
    external_key: key,
    timezone: values.site_timezone ?? null,
  }))
  await sql`
    insert into site (id, company_id, project_id, name, external_key, timezone)
    select r.id, ${companyId}::uuid, r.project_id, r.name, r.external_key, r.timezone
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (id uuid, project_id uuid, name text, external_key text, timezone text)
    on conflict (id) do update
      set name = excluded.name, external_key = excluded.external_key, timezone = excluded.timezone`.execute(tx)
}

async function saveCameras(tx: Tx, companyId: string, cameras: readonly Node[], clientOf: ClientOfSite): Promise<void> {
  const rows = cameras.map(({ id, parentId, name, key, values }) => ({
    id,
    project_id: clientOf.get(parentId),
    site_id: parentId,
    name,
    external_key: key,
    address_token: newLowercaseToken(),
    ...values,
  }))
  await sql`
    insert into view (id, company_id, project_id, site_id, name, external_key, address_token, integration, thermal, active,
      channel, device_model, sensitivity)
    select r.id, ${companyId}::uuid, r.project_id, r.site_id, r.name, r.external_key, r.address_token,
      coalesce(r.integration, 'email'), coalesce(r.thermal, false), coalesce(r.active, true), r.channel, r.device_model,
      coalesce(r.sensitivity, 3)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, project_id uuid, site_id uuid, name text,
      external_key text, address_token text, integration text, thermal boolean, active boolean, channel text,
      device_model text, sensitivity smallint)
    on conflict (id) do update set name = excluded.name, external_key = excluded.external_key,
      integration = excluded.integration, thermal = excluded.thermal, active = excluded.active,
      channel = excluded.channel, device_model = excluded.device_model, sensitivity = excluded.sensitivity`.execute(tx)
}

const OBJECTS = { client: 'project', site: 'site', camera: 'view' } as const

function placeOf(node: Node, clientOf: ClientOfSite): PlacedEntry['place'] {
  if (node.kind === 'client') return { projectId: node.id }
  if (node.kind === 'site') return { projectId: node.parentId, siteId: node.id }
  const projectId = clientOf.get(node.parentId)
  return { ...(projectId === undefined ? {} : { projectId }), siteId: node.parentId, viewId: node.id }
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
  if (clients.length > 0) await saveClients(tx, companyId, clients)
  if (changedSites.length > 0) await saveSites(tx, companyId, changedSites)
  if (cameras.length > 0) await saveCameras(tx, companyId, cameras, clientOf)
  return [...clients, ...changedSites, ...cameras].map((node) => ({
    action: `${OBJECTS[node.kind]}.${node.isNew ? 'created' : 'changed'}`,
    objectType: OBJECTS[node.kind],
    objectId: node.id,
    objectName: node.name,
    after: { name: node.name, ...(node.key === null ? {} : { key: node.key }), ...node.values },
    place: placeOf(node, clientOf),
  }))
}
