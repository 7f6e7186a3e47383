import type { BodyOf, DwFoundServer, findDwServers, ReplyOf } from '@winnow/contract'
import { type Guard, type NxAddress, type NxCode, type NxSession, openNx, seeCertificate } from '@winnow/delivery'
import { dwFailure } from './ask-systems.ts'

type Asked = BodyOf<typeof findDwServers>
type Found = ReplyOf<typeof findDwServers>
type Certificate = NonNullable<Found['certificate']>

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

const digits = (fingerprint: string): string => fingerprint.replaceAll(':', '').toLowerCase()

/**
 * Logs in to a server and lists the servers of its system. The certificate that the server shows is looked at before the password is sent:
 * one that no known authority has signed is accepted if it is the expected one, or at first sight.
 * @param known the configured server at this address, whose password and certificate are used if the caller gives none
 */
export async function findServers(guard: Guard, asked: Asked, known?: NxAddress): Promise<Found> {
  const { ipAddress: host, port, username: user } = asked
  const refuse = (code: NxCode, certificate: Certificate | null = null): Found => ({
    servers: [],
    certificate,
    failure: dwFailure(code, host),
  })
  const seen = await seeCertificate(guard, { host, port })
  if (!seen.ok) return refuse(seen.code)
  const { validTo, ...shown } = seen.certificate
  const certificate = { ...shown, validTo: validTo?.toISOString() ?? null }
  // A password that is stored is sent only to the server for which it was stored.
  const isStored = asked.password === undefined
  const expected = (isStored ? known?.fingerprint : asked.fingerprint) ?? ''
  if (expected !== '' && digits(expected) !== digits(shown.fingerprint)) return refuse('tls', certificate)
  const password = isStored ? known?.password : asked.password
  if (password === undefined) return refuse('login', certificate)
  if (isStored && expected === '' && !shown.isTrusted) return refuse('tls', certificate)
  const fingerprint = shown.isTrusted && expected === '' ? '' : shown.fingerprint
  const opened = await openNx(guard, { host, port, user, password, fingerprint })
  if (!opened.ok) return refuse(opened.code, certificate)
  const found = await serversOf(opened.value)
  await opened.value.close()
  if (!found.ok) return refuse(found.code, certificate)
  return { servers: found.value.map((server) => ({ ...server, isConfigured: false })), certificate, failure: null }
}
