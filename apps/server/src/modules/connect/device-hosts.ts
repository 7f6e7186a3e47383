import { type HttpHost, readHttpHosts, writeHttpHost } from '@winnow/intake'
import { ConnectError } from '../../platform/connect/connector.ts'
import type { IsapiClient } from './isapi-client.ts'

const PATH = '/ISAPI/Event/notification/httpHosts'
const LIMITS = { timeoutMs: 10_000, maxResponseBytes: 64 * 1024 }

type Client = Pick<IsapiClient, 'fetch'>

/** The address to which the device of a camera pushes its events, as it stands in the device. */
export function serverOf(address: string): NonNullable<HttpHost['server']> {
  const { protocol, hostname, port, pathname, search } = new URL(address)
  const isTls = protocol === 'https:'
  return {
    protocol: isTls ? 'https' : 'http',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isTls ? 443 : 80) : Number(port),
    path: pathname + search,
  }
}

/** Whether a place holds the address of this camera. Its path holds the camera's token, so the host does not matter: it may have moved. */
export const isOurs = ({ server }: HttpHost, ours: NonNullable<HttpHost['server']>): boolean =>
  server?.path === ours.path

/** The places of a device. @throws ConnectError */
export async function lookAtHosts(client: Client): Promise<HttpHost[]> {
  const hosts = readHttpHosts(Buffer.from(await client.fetch(PATH, LIMITS)).toString('utf8'))
  if (!hosts) throw new ConnectError('answer')
  return hosts
}

/**
 * Writes an address into the place that has it already, or into the first free one. No place that is in use is overwritten: if none is free,
 * nothing is written.
 * @returns the places as they are now
 * @throws ConnectError, also if the device says that it took the address and does not show it
 */
export async function enterHost(client: Client, ours: NonNullable<HttpHost['server']>): Promise<HttpHost[]> {
  const before = await lookAtHosts(client)
  const place = before.find((host) => isOurs(host, ours)) ?? before.find(({ server }) => server === null)
  if (!place) return before
  await put(client, { id: place.id, server: ours })
  const after = await lookAtHosts(client)
  if (!after.some((host) => isOurs(host, ours))) throw new ConnectError('answer')
  return after
}

/** Empties the places that hold an address of this camera. @returns the places as they are now */
export async function removeHost(client: Client, ours: NonNullable<HttpHost['server']>): Promise<HttpHost[]> {
  for (const { id } of (await lookAtHosts(client)).filter((host) => isOurs(host, ours)))
    await put(client, { id, server: null })
  return lookAtHosts(client)
}

const put = (client: Client, host: HttpHost): Promise<unknown> =>
  client.fetch(`${PATH}/${host.id}`, { ...LIMITS, method: 'PUT', body: writeHttpHost(host) })
