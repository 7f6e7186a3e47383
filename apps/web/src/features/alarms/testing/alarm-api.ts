import {
  addNote,
  type Alarm,
  deleteNote,
  getAlarm,
  getSiteInstructions,
  getSavedFilters,
  labelAlarm,
  labelAlarms,
  listAlarms,
  listNotes,
  type Note,
  removeBoxes,
  searchNodes,
  setBoxes,
  type SavedFilters,
  setSavedFilters,
  undoLabels,
  type BodyOf,
  type CurrentUser,
} from '@winnow/contract'
import { buildUser } from '../../../testing/build-user.ts'
import { failure } from '../../../testing/fake-api.ts'
import { frameApi } from '../../../testing/render-console.tsx'
import { readFilters } from '../model/alarm-filters.ts'
import { alarmsSearch } from '../alarms-search.ts'
import { buildDetection, SITE_ID } from './alarm-factory.ts'
import { matchesFilters, toRow } from '../model/matches-filters.ts'

/** A small server of alarms that lists, labels and annotates as the real one does. */
export class AlarmServer {
  readonly alarms = new Map<string, Alarm>()
  readonly notes = new Map<string, Note[]>()
  /** What the alarms of an act had before it. */
  readonly #before = new Map<string, (Partial<Alarm> & { id: string })[]>()
  /** Alarms that a colleague has labelled last. */
  readonly #relabelled = new Set<string>()
  /** The user's saved views. */
  saved: SavedFilters = { filters: [], version: 0 }
  readonly api

  constructor(alarms: readonly Alarm[], user: CurrentUser = buildUser()) {
    for (const alarm of alarms) this.alarms.set(alarm.id, alarm)
    this.api = frameApi(user)
      .on(searchNodes, () => [])
      .on(getSiteInstructions, () => ({ siteId: SITE_ID, address: null, notes: null, contacts: [] }))
      .on(listAlarms, ({ query, body }) => this.#list(query, body.alarms))
      .on(getAlarm, ({ params }) => this.alarms.get(params.id) ?? failure('NOT_FOUND', 'Not found'))
      .on(labelAlarm, ({ params, body }) => {
        const alarm = this.get(params.id)
        if (
          body.expected !== undefined &&
          body.expected !== alarm.groundTruth &&
          body.groundTruth !== alarm.groundTruth
        )
          return failure('CONFLICT', 'Someone else has labelled this alarm')
        return this.#label(params.id, user, body)
      })
      .on(labelAlarms, ({ body }) => {
        const act = body.act ?? `01990000-0000-7000-8000-0000000000${10 + this.#before.size}`
        const results = body.alarms.map((id) => {
          const { groundTruth: now } = this.get(id)
          if (body.expected !== undefined && now !== body.expected && now !== body.groundTruth)
            return { id, outcome: 'conflict' as const, groundTruth: now }
          this.#label(id, user, { ...body, act })
          return { id, outcome: 'labelled' as const, groundTruth: body.groundTruth }
        })
        return { act, labelled: results.filter(({ outcome }) => outcome === 'labelled').length, results }
      })
      .on(undoLabels, ({ body }) => {
        const undone = this.#before.get(body.act) ?? []
        this.#before.delete(body.act)
        for (const { id, ...before } of undone)
          if (!this.#relabelled.has(id)) this.emit('alarm.changed', this.change(id, before))
        return { undone: undone.map(({ id }) => id), kept: [] }
      })
      .on(getSavedFilters, () => this.saved)
      .on(setSavedFilters, ({ body }) => {
        if (body.version !== this.saved.version) return failure('CONFLICT', 'changed in the meantime')
        this.saved = { filters: body.filters, version: body.version + 1 }
        return this.saved
      })
      .on(removeBoxes, ({ params }) => {
        this.change(params.id, { boxesRemoved: true, detections: [] })
        return { success: true as const }
      })
      .on(setBoxes, ({ params, body }) => {
        const { frames, detections } = this.get(params.id)
        const position = params.frame
        const set = { by: user.name, at: '2026-11-20T02:00:00.000Z' }
        this.change(params.id, {
          frames: frames.map((frame) => {
            if (frame.position !== position) return frame
            const { boxesSet: _old, ...found } = frame
            return body.boxes === null ? found : { ...found, boxesSet: set }
          }),
          detections: [
            ...detections.filter(({ frame }) => frame !== position),
            ...(body.boxes ?? []).map((box) =>
              buildDetection({
                ...box,
                frame: position,
                label: box.class,
                score: 1,
                model: 'person',
                setBy: user.name,
              }),
            ),
          ],
        })
        return this.get(params.id).frames
      })
      .on(listNotes, ({ params }) => this.notes.get(params.id) ?? [])
      .on(addNote, ({ params, body }) => {
        const note: Note = {
          id: `01900000-0000-7000-8000-00000000aa${String(this.#notesOf(params.id).length).padStart(2, '0')}`,
          alarmId: params.id,
          userId: user.id,
          userName: user.name,
          content: body.content,
          createdAt: '2026-11-20T02:00:00.000Z',
        }
        this.notes.set(params.id, [...this.#notesOf(params.id), note])
        this.change(params.id, { noteCount: this.#notesOf(params.id).length })
        return note
      })
      .on(deleteNote, ({ params }) => {
        this.notes.set(
          params.id,
          this.#notesOf(params.id).filter((note) => note.id !== params.noteId),
        )
        return { success: true as const }
      })
  }

  #label(id: string, user: CurrentUser, body: BodyOf<typeof labelAlarm>): Alarm {
    const { groundTruth, cusGroundTruth, labelReason, labelledBy, labelledAt, labels } = this.get(id)
    const before = { id, groundTruth, cusGroundTruth, labelReason, labelledBy, labelledAt, labels }
    if (body.act !== undefined) this.#before.set(body.act, [...(this.#before.get(body.act) ?? []), before])
    return this.change(id, {
      groundTruth: body.groundTruth,
      labelReason: body.reason ?? null,
      cusGroundTruth: body.groundTruth,
      labelledBy: body.groundTruth === null ? null : user.name,
      labelledAt: body.groundTruth === null ? null : '2026-11-20T02:00:00.000Z',
    })
  }

  get(id: string): Alarm {
    const alarm = this.alarms.get(id)
    if (alarm === undefined) throw new Error(`no alarm ${id}`)
    return alarm
  }

  /** Changes an alarm as another user would. `emit` sends it over the live stream. */
  change(id: string, changes: Partial<Alarm>): Alarm {
    const alarm = { ...this.get(id), ...changes, version: this.get(id).version + 1 }
    this.alarms.set(id, alarm)
    return alarm
  }

  /** Labels an alarm as a colleague would. Taking back this user's label does not change it any more. */
  relabel(id: string, groundTruth: boolean): void {
    this.#relabelled.add(id)
    this.change(id, { groundTruth, cusGroundTruth: groundTruth })
  }

  /** Sends a message over the live stream that an alarm arrived or changed. */
  emit(type: 'alarm.created' | 'alarm.changed', alarm: Alarm): void {
    this.alarms.set(alarm.id, alarm)
    const { id, viewId, siteId, projectId, version, isTest } = alarm
    this.api.emit({ type, id, viewId, siteId, projectId, version, isTest })
  }

  #notesOf(id: string): Note[] {
    return this.notes.get(id) ?? []
  }

  #list(query: Record<string, string>, ids: readonly string[] | undefined) {
    const { label, notes } = query
    const filters = readFilters(
      alarmsSearch.parse({
        label,
        notes,
        reason: query['reason'],
        verdict: query['verdict'],
        object: query['objectType'],
        tests: query['includeTests'],
      }),
    )
    const rows = [...this.alarms.values()]
      .filter((alarm) => matchesFilters(filters, alarm))
      .filter(({ id }) => ids === undefined || ids.includes(id))
      .filter(({ id }) => query['before'] === undefined || id < query['before'])
      .filter(({ id }) => query['after'] === undefined || id > query['after'])
      .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    const limit = Number(query['limit'] ?? 50)
    const first = query['before'] === undefined && query['after'] === undefined && ids === undefined
    return {
      rows: (query['after'] === undefined ? rows.slice(0, limit) : rows.slice(-limit)).map(toRow),
      count: first ? rows.length : null,
      countIsExact: true,
      page: 1,
      limit,
      more: rows.length > limit,
    }
  }
}
