import type { MilestoneEventType } from '@winnow/contract'
import { storedXprotectEvent, type XprotectEvent } from '@winnow/intake'
import { sql } from 'kysely'
import type { Line } from '../../platform/connect/connector.ts'
import { inSystemAtOnce, type Db } from '../../platform/db/transaction.ts'
import { inOnePiece } from '../../platform/in-one-piece.ts'
import { createLimitedStore } from '../connect/index.ts'

/** Ids of events that are remembered. */
const MOST_SEEN = 5_000
/** How long mappings are used before they are read again. A change of them starts the connection anew, a deleted camera does not. */
const MAPPINGS_MS = 60_000
interface Mapped {
  viewId: string
  cameraName: string
}

/** Our cameras by the ids of the system's. */
async function findMappings(db: Db, companyId: string, systemId: string): Promise<Map<string, Mapped>> {
  const rows = await inSystemAtOnce(
    db,
    sql<Mapped & { cameraId: string }>`select c.camera_id as "cameraId", c.camera_name as "cameraName", v.id as "viewId"
      from dw_camera c join view v on v.id = c.view_id
      where c.company_id = ${companyId} and c.vendor = 'milestone' and c.system_id = ${systemId} and v.deleted_at is null`.compile(
      db,
    ),
  )
  return new Map(rows.map(({ cameraId, ...mapped }) => [cameraId, mapped]))
}

interface Taking {
  db: Db
  line: Line
  systemId: string
  /** The host that is noted as the sender. */
  host: string
  eventTypes: readonly MilestoneEventType[]
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Takes events of the system: those of a chosen type and a mapped camera are stored, each once. */
export function createEventTaker({ db, line, systemId, host, eventTypes, wait }: Taking) {
  const types = new Map(eventTypes.map((type) => [type.id, type]))
  const seen = new Set<string>()
  let mappings = new Map<string, Mapped>()
  let mappingsAt = -Infinity

  async function mappedTo(cameraId: string): Promise<Mapped | undefined> {
    if (performance.now() - mappingsAt > MAPPINGS_MS) {
      mappings = await findMappings(db, line.connection.companyId, systemId)
      mappingsAt = performance.now()
    }
    return mappings.get(cameraId)
  }

  async function store(event: XprotectEvent, type: MilestoneEventType, { viewId, cameraName }: Mapped): Promise<void> {
    const { id, cameraId, description, at } = event
    const raw = storedXprotectEvent({
      id,
      type: type.id,
      typeName: type.name,
      eventType: type.eventType === 'unknown' ? null : type.eventType,
      cameraId,
      cameraName,
      description,
      at: at.toISOString(),
    })
    await line.acceptSignal({
      source: 'milestone',
      body: inOnePiece(raw),
      rawType: 'application/json',
      viewId,
      remoteAddress: host,
    })
  }

  const storeInTime = createLimitedStore(line, wait)

  return {
    /**
     * A camera that sends too much must not hold up the events of others: what comes now is left out and noted at the camera. What was missed
     * waits, up to a bound.
     * @param isLate whether it was missed
     * @returns whether it was stored. Then it is committed
     */
    async take(event: XprotectEvent, { isLate }: { isLate: boolean }): Promise<boolean> {
      const type = types.get(event.type)
      if (!type || event.cameraId === '' || seen.has(event.id)) return false
      const mapped = await mappedTo(event.cameraId)
      if (!mapped || !(await storeInTime(() => store(event, type, mapped), isLate))) return false
      seen.add(event.id)
      if (seen.size > MOST_SEEN) seen.delete(seen.values().next().value ?? '')
      return true
    },
  }
}
