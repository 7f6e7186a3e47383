import {
  type FrontelEvent,
  type FrontelMessage,
  type FrontelPorts,
  type FrontelProblem,
  writeStored,
} from '@winnow/intake'
import { type SqlBool, sql } from 'kysely'
import { inSystem, inSystemAtOnce } from '../../platform/db/transaction.ts'
import { createRateLimiter } from '../../platform/http/rate-limit.ts'
import { inOnePiece } from '../../platform/in-one-piece.ts'
import {
  acceptSignal,
  findCameraOfChannel,
  type IngestLimits,
  type IntakeDeps,
  noteRefused,
  noteUnknownPanel,
  type PanelCounter,
  type SignalPump,
} from '../intake/index.ts'
import { isUnserved } from './panel-systems.ts'
import { findVideofiedPanel, type VideofiedRow } from './find-panel.ts'

export interface FrontelPortDeps extends IntakeDeps {
  limits: IngestLimits
  pump: SignalPump
  panelProblems: PanelCounter
}

/** Problems and unknown callers are written this often, however often they come. */
const WRITE_EVERY_MS = 60_000
/** The most that is kept of what a panel says of itself, and of its log. */
const MAX_STATUS = 100_000
const MAX_LOG = 2_000

/** Only alarms become signals, and what a detector itself sends. Arming changes nothing here: whoever knows a serial number could report it. */
const isSignal = (event: FrontelEvent | undefined, file: FrontelMessage['file']): boolean =>
  file !== null || event === undefined || event.effect === 'alarm' || event.device !== null

const wordsOf = (event: FrontelEvent): string => `${event.words ?? 'EVENT'} (${event.code})`

/** @returns false if it cannot be taken now */
async function store(
  deps: FrontelPortDeps,
  panel: VideofiedRow,
  {
    message,
    event,
    remoteAddress,
  }: { message: FrontelMessage; event: FrontelEvent | undefined; remoteAddress: string },
): Promise<boolean> {
  if (!deps.limits.hasRoom() || !deps.pump.keepsUp()) return false
  const device = event?.device ?? null
  const viewId = device === null ? null : await findCameraOfChannel(deps.preparedDb, panel.id, String(device))
  if (!deps.limits.byCamera.take(viewId ?? panel.id, deps.clock.now())) {
    if (viewId !== null) noteRefused(deps, viewId, 'too-many')
    return false
  }
  const stored = {
    source: 'videofied' as const,
    body: inOnePiece(writeStored(message)),
    rawType: null,
    targets: [{ companyId: panel.company_id, siteId: panel.id, viewId, recipient: `${panel.serial}/${device ?? 0}` }],
    remoteAddress,
  }
  for (const id of await acceptSignal(deps, stored, inSystemAtOnce)) deps.pump.push(id)
  return true
}

/** What a panel's row says after it was heard. */
const change = (deps: FrontelPortDeps, panel: VideofiedRow, values: Record<string, unknown>) =>
  inSystemAtOnce(
    deps.preparedDb,
    deps.preparedDb.updateTable('videofied_panel').set(values).where('id', '=', panel.id).compile(),
  )

/** Notes that a panel is there. A few messages a minute are one write; one that follows a problem is written, since it ends it. */
const noteHeard = (deps: FrontelPortDeps, panel: VideofiedRow) => {
  const now = deps.clock.now()
  const since = new Date(now.getTime() - WRITE_EVERY_MS)
  return inSystemAtOnce(
    deps.preparedDb,
    deps.preparedDb
      .updateTable('videofied_panel')
      .set({ seen_at: now })
      .where('id', '=', panel.id)
      .where(sql<SqlBool>`(seen_at is null or seen_at < ${since} or problem_at >= seen_at)`)
      .compile(),
  )
}

/** Writes down what is wrong with a panel, or that one is unknown, and not more often than people read it. */
function problemWriter(deps: FrontelPortDeps) {
  const written = createRateLimiter({ limit: 1, windowMs: WRITE_EVERY_MS })
  const unknown = createRateLimiter({ limit: 60, windowMs: WRITE_EVERY_MS })

  return async function write(
    problem: FrontelProblem,
    account: string,
    remoteAddress: string,
    panel: VideofiedRow | undefined,
  ) {
    const now = deps.clock.now()
    if (!written.take(`${account} ${problem}`, now)) return
    if (panel)
      await change(deps, panel, {
        problem,
        problem_at: now,
        failing_since: sql`case when ${isUnserved} then coalesce(failing_since, problem_at) else ${now}::timestamptz end`,
      })
    else if (problem === 'unknown' && unknown.take('all', now))
      await inSystem(deps.db, (tx) => noteUnknownPanel(tx, { kind: 'videofied', account, remoteAddress }, now))
  }
}

/** Whether something was stored. What fails is logged, and the panel sends it again. */
async function orAgain(deps: FrontelPortDeps, work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    deps.log.error({ err: error }, 'a message of a panel could not be stored; it is not acknowledged')
    return false
  }
}

/** The number of the next acknowledgement; undefined if it could not be stored. */
async function nextEpoch(deps: FrontelPortDeps, panel: VideofiedRow): Promise<number | undefined> {
  let epoch: number | undefined
  await orAgain(deps, async () => {
    const [row] = await inSystemAtOnce(
      deps.preparedDb,
      deps.preparedDb
        .updateTable('videofied_panel')
        .set({ acknowledged: sql`acknowledged + 1` })
        .where('id', '=', panel.id)
        .returning('acknowledged')
        .compile(),
    )
    epoch = row?.acknowledged
    return true
  })
  return epoch
}

/** Connects the listener for Videofied panels to the product: whose a serial number is, and where its events go. */
export function createFrontelPorts(deps: FrontelPortDeps): FrontelPorts<VideofiedRow> {
  const write = problemWriter(deps)

  return {
    mayAsk: (remoteAddress) => deps.limits.byAddress.take(remoteAddress, deps.clock.now()),

    async find(serial) {
      const panel = await findVideofiedPanel(deps.preparedDb, serial)
      return panel && { panel, epoch: panel.acknowledged }
    },

    seen: async (panel) => void (await noteHeard(deps, panel)),

    accept: (panel, message, event, remoteAddress) =>
      orAgain(deps, async () => {
        if (isSignal(event, message.file) && !(await store(deps, panel, { message, event, remoteAddress })))
          return false
        if (event && !message.file) await change(deps, panel, { event: wordsOf(event), event_at: deps.clock.now() })
        await noteHeard(deps, panel)
        return true
      }),

    keep: (panel, { kind, text }) =>
      orAgain(deps, async () => {
        const kept = text.toWellFormed().replaceAll('\0', '').trim()
        if (kind === 'log') await change(deps, panel, { log: kept.slice(0, MAX_LOG) })
        else if (kept.length <= MAX_STATUS) await change(deps, panel, { status: kept })
        await noteHeard(deps, panel)
        return true
      }),

    acknowledge: (panel) => nextEpoch(deps, panel),

    async note(problem, { remoteAddress, serial, panel }) {
      deps.panelProblems.inc({ why: problem })
      try {
        if (serial !== undefined) await write(problem, serial, remoteAddress, panel)
      } catch (error) {
        deps.log.error({ err: error }, 'a problem of a panel could not be noted')
      }
    },
  }
}
