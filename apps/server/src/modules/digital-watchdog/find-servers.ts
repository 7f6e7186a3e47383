import type { BodyOf, DwFoundServer, findDwServers, ReplyOf } from '@winnow/contract'
import { type Guard, type NxAddress, type NxCode, type NxSession, openNx } from '@winnow/delivery'
import { meetServer } from './meet-server.ts'

type Asked = BodyOf<typeof findDwServers>
type Found = ReplyOf<typeof findDwServers>

/** The servers of the system that a session belongs to. */
export async function serversOf(
  session: NxSession,
): Promise<{ ok: true; value: Omit<DwFoundServer, 'isConfigured'>[] } | { ok: false; code: NxCode }> {
  const [system, servers] = await Promise.all([session.system(), session.servers()])
  if (!system.ok) return system
  if (!servers.ok) return servers
  const value = servers.value.map(({ id, name, isOnline }) => ({
    serverId: id,
    serverName: name,
    systemId: system.value.id,
    systemName: system.value.name,
    isOnline,
  }))
  return { ok: true, value }
}

/**
 * Logs in to a server and lists the servers of its system.
 * @param known the configured server at this address, whose password and certificate are used if the caller gives none
 */
export async function findServers(guard: Guard, asked: Asked, known?: NxAddress): Promise<Found> {
  const { ipAddress: host, port, username: user, password, fingerprint } = asked
  const met = await meetServer(guard, { host, port, user, password, fingerprint }, known, async (address) => {
    const opened = await openNx(guard, address)
    if (!opened.ok) return opened
    const found = await serversOf(opened.value)
    await opened.value.close()
    return found
  })
  const servers = (met.value ?? []).map((server) => ({ ...server, isConfigured: false }))
  return { servers, certificate: met.certificate, failure: met.failure }
}
