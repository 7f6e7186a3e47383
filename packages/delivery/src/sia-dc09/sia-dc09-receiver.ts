import type { ReceiverAdapter } from '../receiver.ts'
import { contentOf } from './content.ts'
import { converse } from './converse.ts'
import { parseSiaDc09Config, type SiaDc09Config } from './sia-dc09-config.ts'

/** Sends alarms to a monitoring station by ANSI/SIA DC-09: docs/receivers.md. */
export const siaDc09Receiver: ReceiverAdapter<SiaDc09Config> = {
  // Each message takes up to half a minute where neither receiver answers.
  inFlight: { limit: 64, perCompany: 16 },
  session: { lastSequence: 9999 },
  parse: parseSiaDc09Config,
  addresses: ({ targets }) => targets,
  wantsPicture: () => false,
  send: ({ id, payload, session, now }, config, deps) => {
    const { account, data, extended } = contentOf(payload, config, id)
    const frame = { id: config.format, sequence: session?.sequence ?? 1, data, extended }
    return converse({ frame, account, config, deps, now }, session?.state ?? {})
  },
  // Each receiver is asked: a primary that is down must not be hidden by its back-up, nor a back-up that is down until it is needed.
  heartbeat: async (state, config, { now, ...deps }) => {
    const frame = { id: 'NULL' as const, sequence: 0, data: '', extended: [] }
    const ask = (targets: SiaDc09Config['targets']) =>
      converse({ frame, account: config.account, config: { ...config, targets }, deps, now }, state)
    const [primary, backup] = await Promise.all([
      ask(config.targets.slice(0, 1)),
      config.targets.length > 1 ? ask(config.targets.slice(1)) : undefined,
    ])
    if (!primary.ok || !backup || backup.ok) return primary
    return { ...backup, ...(primary.session ? { session: primary.session } : {}) }
  },
}
