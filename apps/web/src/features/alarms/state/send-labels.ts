import {
  getAlarm,
  labelAlarm,
  labelAlarms,
  listAlarms,
  undoLabels,
  USER_HEADER,
  VERDICT_FILTERS,
  type Alarm,
  type AlarmRow,
} from '@winnow/contract'
import { call } from '../../../lib/api/call.ts'
import { ConnectionError, isFromBetween, RequestError, UnauthorisedError } from '../../../lib/api/api-errors.ts'
import { callAcrossLogin } from '../../../lib/query/use-operation.ts'
import type { LabelFailure, UnsentLabel } from '../model/label-queue.ts'

/** The alarms whose rows are read together. */
const ROWS_AT_ONCE = 200

/** What the server has stored of some labels. */
export interface SentLabels {
  conflicts: readonly string[]
  /** Alarms that there are no longer. */
  gone: readonly string[]
  /** Alarms from which an act was not taken back, since their label was changed after it. */
  kept: readonly string[]
  /** The alarms as they are now. */
  rows: readonly AlarmRow[]
  /** The whole alarm, if the labels were those of one. */
  alarm: Alarm | undefined
}

/** Classifies a failed label: a conflict needs a person, an unreachable server a retry, and so does a session that has ended. */
export function labelFailureOf(error: unknown): LabelFailure {
  if (error instanceof ConnectionError || error instanceof UnauthorisedError || isFromBetween(error)) return 'later'
  if (!(error instanceof RequestError)) return 'refused'
  if (error.status === 409) return 'conflict'
  if (error.status === 429 || error.status === 503) return 'later'
  return error.status >= 500 ? 'trouble' : 'refused'
}

async function readRows(ids: readonly string[]): Promise<AlarmRow[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / ROWS_AT_ONCE) }, (_, part) =>
    ids.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE),
  )
  const rows: AlarmRow[] = []
  for (const alarms of parts) {
    const query = { verdict: [...VERDICT_FILTERS], includeTests: true, limit: ROWS_AT_ONCE }
    rows.push(...(await call(listAlarms, { query, body: { alarms } })).rows)
  }
  return rows
}

const none = { conflicts: [], gone: [], kept: [] }

/** The alarms that have another label than the undo was to bring back: their authors or colleagues have labelled them since. */
const keptOf = (group: readonly UnsentLabel[], rows: readonly AlarmRow[], named: readonly string[]): string[] => {
  const wanted = new Map(group.map(({ alarmId, to }) => [alarmId, to]))
  return rows.filter(({ id, groundTruth }) => named.includes(id) || groundTruth !== wanted.get(id)).map(({ id }) => id)
}

async function readBack(ids: readonly string[]): Promise<Pick<SentLabels, 'rows' | 'alarm'>> {
  const [only, ...others] = ids
  if (only === undefined || others.length > 0) return { rows: await readRows(ids), alarm: undefined }
  const alarm = await call(getAlarm, { params: { id: only } })
  return { rows: [alarm], alarm }
}

/**
 * Sends labels of one act, or takes the act back.
 * @param userId whose labels these are. The server refuses them in the session of another user, who may have logged in in this browser
 */
export async function sendLabels(group: readonly UnsentLabel[], userId: string): Promise<SentLabels> {
  const [first] = group
  if (first === undefined) return { ...none, rows: [], alarm: undefined }
  const { to, reason, expected, act } = first
  const ids = group.map(({ alarmId }) => alarmId)
  const headers = { [USER_HEADER]: userId }
  if (first.undoes) {
    const undone = await callAcrossLogin(undoLabels, { body: { act }, headers })
    const now = await readBack(ids)
    return { ...none, ...now, kept: keptOf(group, now.rows, undone.kept) }
  }
  const body = { groundTruth: to, expected, act, ...(reason === null ? {} : { reason }) }
  if (group.length === 1) {
    const alarm = await callAcrossLogin(labelAlarm, { params: { id: first.alarmId }, body, headers })
    return { ...none, rows: [alarm], alarm }
  }
  const { results } = await callAcrossLogin(labelAlarms, { body: { ...body, alarms: ids }, headers })
  const having = (wanted: string) => results.filter(({ outcome }) => outcome === wanted).map(({ id }) => id)
  const gone = new Set(having('gone'))
  const found = ids.filter((id) => !gone.has(id))
  return { ...none, conflicts: having('conflict'), gone: [...gone], ...(await readBack(found)) }
}
