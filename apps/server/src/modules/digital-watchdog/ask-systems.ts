import type { DwSystemFailure } from '@winnow/contract'
import { type Guard, type NxAnswer, type NxCode, type NxSession, openNx } from '@winnow/delivery'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { dwAddressOf, type StoredServer } from './stored-servers.ts'
import { vmsFailure } from './vms-failure.ts'

/** A system with those of its servers that are configured. */
interface System {
  systemId: string
  systemName: string
  servers: StoredServer[]
}

function systemsOf(servers: readonly StoredServer[]): System[] {
  const systems = new Map<string, System>()
  for (const server of servers) {
    const { system_id: systemId, system_name: systemName } = server
    const known = systems.get(systemId)
    if (known) known.servers.push(server)
    else systems.set(systemId, { systemId, systemName, servers: [server] })
  }
  return [...systems.values()]
}

/** Asks the servers of a system in turn, until one answers. */
async function askSystem<T>(
  { guard, keys }: { guard: Guard; keys: KeyRing },
  { servers }: System,
  ask: (session: NxSession) => Promise<NxAnswer<T>>,
): Promise<{ value: T } | { code: NxCode; host: string }> {
  let last: { code: NxCode; host: string } = { code: 'answer', host: '' }
  for (const server of servers) {
    // oxlint-disable-next-line no-await-in-loop -- one server is enough, so the next is asked only if this one fails
    const opened = await openNx(guard, dwAddressOf(keys, server))
    if (!opened.ok) {
      last = { code: opened.code, host: server.host }
      continue
    }
    // oxlint-disable-next-line no-await-in-loop -- as above
    const answer = await ask(opened.value)
    // oxlint-disable-next-line no-await-in-loop -- as above
    await opened.value.close()
    if (answer.ok) return { value: answer.value }
    last = { code: answer.code, host: server.host }
  }
  return last
}

/** Asks each system once, all at the same time. Systems that cannot be asked are named with the reason. */
export async function askSystems<T>(
  deps: { guard: Guard; keys: KeyRing },
  servers: readonly StoredServer[],
  ask: (session: NxSession) => Promise<NxAnswer<T>>,
): Promise<{ answers: { systemId: string; systemName: string; value: T }[]; failures: DwSystemFailure[] }> {
  const asked = await Promise.all(
    systemsOf(servers).map(async (system) => ({ ...system, outcome: await askSystem(deps, system, ask) })),
  )
  return {
    answers: asked.flatMap(({ systemId, systemName, outcome }) =>
      'value' in outcome ? [{ systemId, systemName, value: outcome.value }] : [],
    ),
    failures: asked.flatMap(({ systemId, systemName, outcome }) =>
      'value' in outcome ? [] : [{ systemId, systemName, failure: vmsFailure(outcome.code, outcome.host) }],
    ),
  }
}
