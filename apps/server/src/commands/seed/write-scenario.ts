import {
  drawGroups,
  drawTree,
  idFor,
  type DrawnCamera,
  type DrawnClient,
  type DrawnSite,
  type TreeSize,
} from '@winnow/testkit'
import { sql } from 'kysely'
import { newLowercaseToken } from '../../platform/crypto/tokens.ts'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'

/** The number of clients in one transaction. Most clients have about twenty cameras, but some have thousands. */
const CLIENTS_AT_ONCE = 100
/** The number of cameras that one statement inserts. */
const ROWS_AT_ONCE = 5_000

export interface Scenario {
  name: string
  size: TreeSize
  seed: string
}

/** The id of the scenario's company. It depends only on the name and the seed, so that a second run finds the company of the first run. */
export const companyOf = ({ name, seed }: Scenario): string => idFor(`${name} ${seed} company`)

const seedOf = ({ name, seed }: Scenario): string => `${name} ${seed}`

/**
 * Writes the company of a scenario with its tree. The same seed gives the same tree. The cameras' addresses are secrets and therefore
 * random.
 * @param onCameras called with the number of cameras written so far
 */
export async function writeScenario(
  db: Db,
  scenario: Scenario,
  now: Date,
  onCameras: (written: number) => void,
): Promise<void> {
  const companyId = companyOf(scenario)
  const name = `Scenario ${scenario.name}`
  const groups = drawGroups(scenario.size, seedOf(scenario))
  await inSystem(db, async (tx) => {
    await tx.insertInto('company').values({ id: companyId, name }).execute()
    await tx
      .insertInto('client_group')
      .values(groups.map((group) => ({ ...group, company_id: companyId })))
      .execute()
  })
  let written = 0
  let clients: DrawnClient[] = []
  const flush = async (): Promise<void> => {
    const batch = clients
    clients = []
    await inSystem(db, (tx) => writeClients(tx, companyId, batch, now))
    written += batch.flatMap(({ sites }) => sites).reduce((sum, { cameras }) => sum + cameras.length, 0)
    onCameras(written)
  }
  for (const client of drawTree(scenario.size, seedOf(scenario))) {
    clients.push(client)
    if (clients.length === CLIENTS_AT_ONCE) await flush()
  }
  await flush()
}

async function writeClients(tx: Tx, companyId: string, clients: readonly DrawnClient[], now: Date): Promise<void> {
  await sql`
    insert into project (id, company_id, name)
    select id, ${companyId}, name from unnest(${clients.map(({ id }) => id)}::uuid[], ${clients.map(({ name }) => name)}::text[]) c (id, name)`.execute(
    tx,
  )
  const members = clients.flatMap(({ id, groups }) => groups.map((groupId) => ({ groupId, projectId: id })))
  await sql`
    insert into client_group_member (company_id, group_id, project_id)
    select ${companyId}, "groupId", "projectId"
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) m ("groupId" uuid, "projectId" uuid)`.execute(tx)
  await writeSites(
    tx,
    companyId,
    clients.flatMap((client) => client.sites.map((site) => ({ ...site, clientId: client.id }))),
  )
  const cameras = clients.flatMap((client) =>
    client.sites.flatMap((site) =>
      site.cameras.map((camera) => ({
        ...camera,
        clientId: client.id,
        siteId: site.id,
        addressToken: newLowercaseToken(),
      })),
    ),
  )
  for (let from = 0; from < cameras.length; from += ROWS_AT_ONCE)
    await writeCameras(tx, companyId, cameras.slice(from, from + ROWS_AT_ONCE), now)
}

async function writeSites(
  tx: Tx,
  companyId: string,
  sites: readonly (Omit<DrawnSite, 'cameras'> & { clientId: string })[],
): Promise<void> {
  const rows = sites.map(({ id, clientId, name, timezone, active }) => ({ id, clientId, name, timezone, active }))
  await sql`
    insert into site (id, company_id, project_id, name, timezone, active)
    select id, ${companyId}, "clientId", name, timezone, active
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      s (id uuid, "clientId" uuid, name text, timezone text, active boolean)`.execute(tx)
}

type CameraRow = DrawnCamera & { clientId: string; siteId: string; addressToken: string }

async function writeCameras(tx: Tx, companyId: string, cameras: readonly CameraRow[], now: Date): Promise<void> {
  await sql`
    insert into view (id, company_id, project_id, site_id, name, integration, active, thermal, ptz, masks, channel, device_model,
      sensitivity, address_token, last_signal_at)
    select id, ${companyId}, "clientId", "siteId", name, integration, active, thermal, ptz, masks, channel, "deviceModel",
      sensitivity, "addressToken", ${now}::timestamptz - make_interval(mins => "silentMinutes")
    from jsonb_to_recordset(${JSON.stringify(cameras)}::jsonb)
      c (id uuid, "clientId" uuid, "siteId" uuid, name text, integration text, active boolean, thermal boolean, ptz boolean,
        masks jsonb, channel text, "deviceModel" text, sensitivity smallint, "addressToken" text, "silentMinutes" integer)`.execute(
    tx,
  )
}
