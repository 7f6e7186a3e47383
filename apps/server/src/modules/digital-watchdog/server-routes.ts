import {
  type BodyOf,
  findDwServers,
  listAvailableDwServers,
  listDwServers,
  updateDwServers,
  type DwFoundServer,
} from '@winnow/contract'
import type { Guard } from '@winnow/delivery'
import { sql } from 'kysely'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { WorkWakes } from '../../platform/events/work-wakes.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { askSystems } from './ask-systems.ts'
import { checkAddress, countLook } from './call-systems.ts'
import { findServers, serversOf } from './find-servers.ts'
import { keepLogConnections } from './log-connections.ts'
import { dwAddressOf, findDwServersOf, listServersOf, sealDwPassword, type StoredServer } from './stored-servers.ts'

export interface DwDeps {
  cameraGuard: Guard
  keys: KeyRing
  ingestUrl: () => string
  wakes: WorkWakes
  /** Counts what a user asks of systems. */
  looks: RateLimiter
}

type Asked = BodyOf<typeof updateDwServers>['servers'][number]

const sameServer = (row: StoredServer, asked: Pick<Asked, 'systemId' | 'serverId'>): boolean =>
  row.system_id === asked.systemId && row.server_id === asked.serverId

const sameDoor = (row: StoredServer, asked: Pick<Asked, 'ipAddress' | 'port' | 'username'>): boolean =>
  row.host === asked.ipAddress && row.port === asked.port && row.username === asked.username

/** Marks servers that are configured. */
const marked = (servers: readonly Omit<DwFoundServer, 'isConfigured'>[], stored: readonly StoredServer[]) =>
  servers.map((server) => ({ ...server, isConfigured: stored.some((row) => sameServer(row, server)) }))

/** What the rows of a company's servers are made with. */
interface Known {
  keys: KeyRing
  companyId: string
  stored: readonly StoredServer[]
}

/** The row of a server. A password that is not given is kept only for the same address, user and certificate: it is sent nowhere else. */
function rowOf({ keys, companyId, stored }: Known, asked: Asked, index: number) {
  const before = stored.find((row) => sameServer(row, asked))
  const id = before?.id ?? newId()
  const isKept = before !== undefined && sameDoor(before, asked) && before.fingerprint === asked.fingerprint
  if (asked.password === undefined && !isKept)
    throw new AppError('VALIDATION', `${asked.serverName || asked.serverId}: enter the password`, {
      fields: [{ field: `servers.${index}.password`, message: 'v.required' }],
    })
  return {
    id,
    company_id: companyId,
    system_id: asked.systemId,
    system_name: asked.systemName,
    server_id: asked.serverId,
    server_name: asked.serverName,
    host: asked.ipAddress,
    port: asked.port,
    username: asked.username,
    password: asked.password === undefined && before ? before.password : sealDwPassword(keys, id, asked.password ?? ''),
    fingerprint: asked.fingerprint,
  }
}

/** Refuses addresses that the guard forbids. */
const checkAddresses = (guard: Guard, servers: readonly Asked[]): Promise<unknown> =>
  Promise.all(
    servers.map(({ ipAddress: host, port }, index) =>
      checkAddress(guard, { host, port }, `servers.${index}.ipAddress`),
    ),
  )

const auditOf = (
  servers: readonly Pick<StoredServer, 'server_name' | 'host' | 'port' | 'username' | 'fingerprint'>[],
) => ({
  servers: servers.map(({ server_name: name, host, port, username, fingerprint }) => ({
    name,
    host,
    port,
    username,
    fingerprint,
  })),
})

async function writeServers(tx: Tx, companyId: string, rows: readonly ReturnType<typeof rowOf>[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${companyId}, 20))`.execute(tx)
  await tx.deleteFrom('dw_server').where('company_id', '=', companyId).execute()
  if (rows.length > 0)
    await tx
      .insertInto('dw_server')
      .values([...rows])
      .execute()
}

/** Servers of video systems: which are configured, and which there are. */
export function registerDwServers(register: Register, { cameraGuard: guard, keys, looks, wakes }: DwDeps): void {
  register.read(listDwServers, ({ tx, companyId }) => listServersOf(tx, companyId))

  register.write(updateDwServers, {
    async prepare({ companyId, body, read }) {
      const keysOf = body.servers.map(({ systemId, serverId }) => `${systemId} ${serverId}`)
      if (new Set(keysOf).size !== keysOf.length) throw new AppError('VALIDATION', 'A server is listed twice')
      await checkAddresses(guard, body.servers)
      const stored = await read((tx) => findDwServersOf(tx, companyId))
      return { stored, rows: body.servers.map((asked, index) => rowOf({ keys, companyId, stored }, asked, index)) }
    },
    async change({ tx, companyId, now, audit, prepared: { stored, rows } }) {
      await writeServers(tx, companyId, rows)
      const systems = rows.map(({ system_id: id }) => id)
      await keepLogConnections(tx, { keys, wakes, now }, companyId, systems)
      await audit({
        action: 'digital-watchdog.servers-changed',
        objectType: 'company',
        objectId: companyId,
        before: auditOf(stored),
        after: auditOf(rows),
      })
      return listServersOf(tx, companyId)
    },
  })

  register.read(findDwServers, {
    async reply({ actor, companyId, now, body, read }) {
      countLook(looks, actor, now)
      const stored = await read((tx) => findDwServersOf(tx, companyId))
      const known = stored.find((row) => sameDoor(row, body))
      const found = await findServers(guard, body, known && dwAddressOf(keys, known))
      return { ...found, servers: marked(found.servers, stored) }
    },
  })

  register.read(listAvailableDwServers, {
    async reply({ actor, companyId, now, read }) {
      countLook(looks, actor, now)
      const stored = await read((tx) => findDwServersOf(tx, companyId))
      const { answers, failures } = await askSystems({ guard, keys }, stored, serversOf)
      return {
        servers: marked(
          answers.flatMap(({ value }) => value),
          stored,
        ),
        failures,
      }
    },
  })
}
