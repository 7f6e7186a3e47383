import {
  type Dc09Event,
  type Dc09Message,
  type Dc09Ports,
  type Dc09Problem,
  repeatMark,
  writeClear,
} from '@winnow/intake'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { inSystem, inSystemAtOnce } from '../../platform/db/transaction.ts'
import { createRateLimiter } from '../../platform/http/rate-limit.ts'
import { inOnePiece } from '../../platform/in-one-piece.ts'
import { acceptSignal, type SignalTarget } from './accept-signal.ts'
import { type ArmingDeps, armByPanel } from './arm-by-panel.ts'
import { findCameraOfChannel } from './find-camera-of-path.ts'
import { findPanel, type PanelRow } from './find-panel.ts'
import type { IngestLimits } from './ingest-limits.ts'
import type { IntakeDeps } from './intake-deps.ts'
import { noteRefused } from './note-refused.ts'
import { openPanelKey } from './panel-key.ts'
import type { PanelCounter } from './panel-metrics.ts'
import type { SignalPump } from './signal-pump.ts'
import { noteUnknownPanel } from './unknown-panels.ts'

export interface Dc09PortDeps extends IntakeDeps, ArmingDeps {
  limits: IngestLimits
  pump: SignalPump
  keys: KeyRing
  panelProblems: PanelCounter
}

/** A panel's row is written this often, however often it calls. */
const WRITE_EVERY_MS = 60_000

/** Notes that a panel is there. A few messages a minute are one write; one that follows a problem is written, since it ends it. */
async function notePanelSeen({ preparedDb, clock }: Dc09PortDeps, panel: PanelRow): Promise<void> {
  const now = clock.now()
  const { id, seen_at: seenAt, problem_at: problemAt } = panel
  const isKnown = seenAt !== null && now.getTime() - seenAt.getTime() < WRITE_EVERY_MS
  if (isKnown && (problemAt === null || problemAt < seenAt)) return
  await inSystemAtOnce(preparedDb, preparedDb.updateTable('panel').set({ seen_at: now }).where('id', '=', id).compile())
}

/** Events that only say that the line works, and those of arming, become no signals where no detector sent them. */
const isSignal = ({ effect, zone }: Dc09Event): boolean =>
  effect !== 'arm' && effect !== 'disarm' && (effect !== 'test' || zone !== null)

/** One signal for each detector of a message; a detector whose number no camera has is kept for the site. */
async function targetsOf(deps: Dc09PortDeps, panel: PanelRow, events: readonly Dc09Event[]): Promise<SignalTarget[]> {
  const zones = [...new Set(events.filter(isSignal).map(({ zone }) => zone))]
  return Promise.all(
    zones.map(async (zone) => ({
      companyId: panel.company_id,
      siteId: panel.id,
      viewId: zone === null ? null : await findCameraOfChannel(deps.preparedDb, panel.id, String(zone)),
      recipient: `${panel.account}/${zone ?? 0}`,
    })),
  )
}

/** @returns false if it cannot be taken now */
async function store(
  deps: Dc09PortDeps,
  { message, targets, remoteAddress }: { message: Dc09Message; targets: SignalTarget[]; remoteAddress: string },
): Promise<boolean> {
  if (targets.length === 0) return true
  if (!deps.limits.hasRoom() || !deps.pump.keepsUp()) return false
  const now = deps.clock.now()
  const over = targets.find(({ viewId, siteId }) => !deps.limits.byCamera.take(viewId ?? siteId, now))
  if (over) {
    if (over.viewId !== null) noteRefused(deps, over.viewId, 'too-many')
    return false
  }
  const stored = {
    source: 'dc09' as const,
    body: inOnePiece(writeClear(message)),
    rawType: null,
    targets,
    remoteAddress,
  }
  for (const id of await acceptSignal(deps, stored, inSystemAtOnce)) deps.pump.push(id)
  return true
}

/** Connects the receiver for panels to the product: whose an account is, where its messages go, and what they arm. */
export function createDc09Ports(deps: Dc09PortDeps): Dc09Ports<PanelRow> {
  const written = createRateLimiter({ limit: 1, windowMs: WRITE_EVERY_MS })
  const unknown = createRateLimiter({ limit: 60, windowMs: WRITE_EVERY_MS })

  async function write(problem: Dc09Problem, account: string, remoteAddress: string, panel: PanelRow | undefined) {
    const now = deps.clock.now()
    if (!written.take(`${account} ${problem}`, now)) return
    if (panel)
      await inSystem(deps.db, (tx) =>
        tx.updateTable('panel').set({ problem, problem_at: now }).where('id', '=', panel.id).execute(),
      )
    else if (problem === 'unknown' && unknown.take('all', now))
      await inSystem(deps.db, (tx) => noteUnknownPanel(tx, { account, remoteAddress }, now))
  }

  return {
    mayAsk: (remoteAddress) => deps.limits.byAddress.take(remoteAddress, deps.clock.now()),

    async find(account) {
      const panel = await findPanel(deps.preparedDb, account)
      if (!panel) return undefined
      return panel.sealed_key === null ? { panel } : { panel, key: openPanelKey(deps.keys, panel.id, panel.sealed_key) }
    },

    async accept(panel, message, events, remoteAddress) {
      try {
        const targets = await targetsOf(deps, panel, events)
        if (!(await store(deps, { message, targets, remoteAddress }))) return false
        await armByPanel(deps, { panel, message, events, remoteAddress, mark: repeatMark(message) })
        await notePanelSeen(deps, panel)
        return true
      } catch (error) {
        deps.log.error({ err: error }, 'a message of a panel could not be stored; it is not acknowledged')
        return false
      }
    },

    async note(problem, { remoteAddress, account, panel }) {
      deps.panelProblems.inc({ why: problem })
      try {
        if (account !== undefined) await write(problem, account, remoteAddress, panel)
      } catch (error) {
        deps.log.error({ err: error }, 'a problem of a panel could not be noted')
      }
    },
  }
}
