import { type BodyOf, lookAtDeviceHosts, type ReplyOf, writeDeviceHost } from '@winnow/contract'
import type { HttpHost } from '@winnow/intake'
import { ConnectError } from '../../platform/connect/connector.ts'
import type { Platform } from '../../platform/create-platform.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { createRateLimiter } from '../../platform/http/rate-limit.ts'
import type { Register } from '../../platform/http/register.ts'
import { requireConfigurableById } from '../access/index.ts'
import { addressOf } from '../device-tests/index.ts'
import { failureFor } from './failure-for.ts'
import { enterHost, isOurs, lookAtHosts, removeHost, serverOf } from './device-hosts.ts'
import { createIsapiClient, type IsapiClient } from './isapi-client.ts'

export type DeviceHostDeps = Pick<Platform, 'cameraGuard' | 'ingestUrl'>

type Server = NonNullable<HttpHost['server']>

/** Calls of one user or token: enough to set up a device, too few to search a network or to guess a password. */
const CALLS_PER_MINUTE = 12

/** Calls a device, and tells its places or why it could not be called. */
async function ask(
  client: IsapiClient,
  ours: Server,
  call: (client: IsapiClient, ours: Server) => Promise<HttpHost[]>,
): Promise<ReplyOf<typeof lookAtDeviceHosts>> {
  try {
    const hosts = (await call(client, ours)).map((host) => ({
      id: host.id,
      address: host.server && addressOf({ ...host.server, tls: host.server.protocol === 'https' }),
      isOurs: isOurs(host, ours),
    }))
    return { failure: null, hosts }
  } catch (error) {
    if (!(error instanceof ConnectError)) throw error
    return { failure: failureFor(error), hosts: [] }
  }
}

export function registerDeviceHosts(register: Register, { cameraGuard, ingestUrl }: DeviceHostDeps): void {
  const limiter = createRateLimiter({ limit: CALLS_PER_MINUTE, windowMs: 60_000 })
  const count = ({ userId, tokenId }: Actor, now: Date): void => limiter.require(userId ?? tokenId ?? '', now)
  const clientOf = (body: BodyOf<typeof lookAtDeviceHosts>): IsapiClient => createIsapiClient(cameraGuard, body)

  async function findOurs(tx: Tx, actor: Actor, id: string): Promise<Server> {
    await requireConfigurableById(tx, actor, id)
    const view = await tx.selectFrom('view').select('push_token').where('id', '=', id).executeTakeFirstOrThrow()
    return serverOf(`${ingestUrl()}/api/v1/hik/${view.push_token}`)
  }

  register.read(lookAtDeviceHosts, {
    async reply({ actor, now, params, body, read }) {
      count(actor, now)
      return ask(clientOf(body), await read((tx) => findOurs(tx, actor, params.id)), lookAtHosts)
    },
  })

  register.write(writeDeviceHost, {
    async prepare({ actor, now, params, body, read }) {
      count(actor, now)
      const ours = await read((tx) => findOurs(tx, actor, params.id))
      return ask(clientOf(body), ours, body.action === 'write' ? enterHost : removeHost)
    },
    async change({ tx, params: { id }, body, prepared, audit }) {
      const view = await tx.selectFrom('view').select('name').where('id', '=', id).executeTakeFirstOrThrow()
      const after = {
        deviceHost: body.action,
        device: `${body.host}:${body.port}`,
        isEntered: prepared.hosts.some((host) => host.isOurs),
        failure: prepared.failure?.problem ?? null,
      }
      await audit({ action: 'view.changed', objectType: 'view', objectId: id, objectName: view.name, after })
      return prepared
    },
  })
}
