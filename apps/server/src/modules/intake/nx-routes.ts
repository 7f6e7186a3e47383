import type { IncomingMessage } from 'node:http'
import { DW_EVENT_BYTES, pushDwEvent } from '@winnow/contract'
import { clientKey } from '@winnow/domain'
import { matchNxEvent, type NxEvent, type NxMapping, readNxPush, storedNxEvent } from '@winnow/intake'
import { sql } from 'kysely'
import { hashToken } from '../../platform/crypto/tokens.ts'
import { inSystemAtOnce, type Db } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { MediaFullError } from '../../platform/media/media-store.ts'
import { registerSecret } from '../../platform/secret-values.ts'
import { inOnePiece } from '../../platform/in-one-piece.ts'
import { acceptSignal } from './accept-signal.ts'
import { createBytesInFlight, TooManyBytesError } from './bytes-in-flight.ts'
import { noteRefused } from './note-refused.ts'
import { readWholeBody } from './read-whole-body.ts'
import type { IngestRouteDeps } from './take-upload.ts'

/** Bytes of all events together that are held in memory until it is known where they go. */
const MOST_HELD = 16 * 1024 * 1024
const TOO_MUCH = { retryAfter: 5 }

const findOrganization = async (db: Db, secret: string) =>
  (
    await inSystemAtOnce(
      db,
      db
        .selectFrom('dw_organization')
        .select(['id', 'company_id'])
        .where('secret_hash', '=', hashToken(secret))
        .compile(),
    )
  )[0]
type Organization = NonNullable<Awaited<ReturnType<typeof findOrganization>>>

const findMappings = (db: Db, companyId: string): Promise<NxMapping[]> =>
  inSystemAtOnce(
    db,
    sql<NxMapping>`select system_name as "systemName", server_id as "serverId", camera_id as "cameraId", alarm_type as "alarmType",
      alarm_name as "alarmName", action_type as "actionType", event_id as "alarmEventId", event_type as "eventType"
      from dw_alarm where company_id = ${companyId} order by position`.compile(db),
  )

interface Mapped {
  systemId: string
  systemName: string
  viewId: string
  siteId: string
}

/** Our camera for one of a system. An id without a system is enough where only one system has it. */
async function findMapped(db: Db, companyId: string, systemId: string, cameraId: string): Promise<Mapped | undefined> {
  const [one, another] = await inSystemAtOnce(
    db,
    sql<Mapped>`select c.system_id as "systemId", c.system_name as "systemName", v.id as "viewId", v.site_id as "siteId"
      from dw_camera c join view v on v.id = c.view_id
      where c.company_id = ${companyId} and c.vendor = 'digitalwatchdog' and c.camera_id = ${cameraId} and (${systemId} = '' or c.system_id = ${systemId})
        and v.deleted_at is null limit 2`.compile(db),
  )
  return another ? undefined : one
}

/** Notes that the system sends events, and which camera is not mapped. */
const noteEvent = (db: Db, { id }: Organization, now: Date, unmapped: NxEvent | null): Promise<unknown> => {
  const noted = unmapped && {
    at: now.toISOString(),
    cameraId: unmapped.cameraId,
    cameraName: unmapped.cameraName,
  }
  return inSystemAtOnce(
    db,
    sql`update dw_organization set last_event_at = ${now}, last_unmapped = coalesce(${noted && JSON.stringify(noted)}::jsonb, last_unmapped)
      where id = ${id}`.compile(db),
  )
}

/** Where an event goes, and what it means; undefined if no camera is mapped to it. */
export async function placeNxEvent(
  db: Db,
  companyId: string,
  event: NxEvent,
): Promise<{ event: NxEvent; mapped: Mapped; mapping: NxMapping | undefined } | undefined> {
  const mappings = await findMappings(db, companyId)
  // A mapping gives a camera to an event that names none.
  const cameraId = event.cameraId || (matchNxEvent(event, undefined, mappings)?.cameraId ?? '')
  if (cameraId === '') return undefined
  const mapped = await findMapped(db, companyId, event.systemId, cameraId)
  if (!mapped) return undefined
  const placed = { ...event, cameraId, systemId: mapped.systemId }
  const mapping = matchNxEvent(event, mapped.systemName, mappings)
  return { event: placed, mapped, mapping }
}

/** Takes the events that DW Spectrum and Nx Witness send by their rules. They are answered 200 once they are stored. */
export function registerNx(register: Register, deps: IngestRouteDeps): void {
  const held = createBytesInFlight(MOST_HELD, 0)
  const { preparedDb, limits, clock, pump } = deps

  async function take(event: NxEvent, organization: Organization, ip: string): Promise<void> {
    const { company_id: companyId } = organization
    const placed = await placeNxEvent(preparedDb, companyId, event)
    await noteEvent(preparedDb, organization, clock.now(), placed ? null : event)
    if (!placed) throw new AppError('NOT_FOUND', 'No camera is mapped to this event')
    const { viewId, siteId } = placed.mapped
    await limits.requireCamera(viewId, clock.now()).catch((error: unknown) => {
      noteRefused(deps, viewId, 'too-many')
      throw error
    })
    const raw = storedNxEvent(placed.event, placed.mapping?.eventType ?? null, newId())
    const [id = ''] = await acceptSignal(
      deps,
      {
        source: 'digitalwatchdog',
        body: inOnePiece(raw),
        rawType: 'application/json',
        targets: [{ companyId, siteId, viewId, recipient: null }],
        remoteAddress: ip,
      },
      inSystemAtOnce,
    )
    pump.push(id)
  }

  register(pushDwEvent, async ({ request, params, query }) => {
    if (!limits.byAddress.take(request.ip, clock.now()))
      throw new AppError('RATE_LIMITED', 'Too many messages', TOO_MUCH)
    const organization = await findOrganization(preparedDb, params.secret)
    if (!organization) throw notFound()
    // Only secrets that are known are masked: a flood of others would push those out of the list.
    registerSecret(params.secret)
    limits.requireRoom()
    if (!pump.keepsUp()) throw new AppError('UNAVAILABLE', 'More arrives than can be read in time', TOO_MUCH)
    try {
      const body = (request.body as IncomingMessage | undefined)?.iterator({ destroyOnReturn: false })
      const raw = await readWholeBody(body, held, clientKey(request.ip), DW_EVENT_BYTES)
      await take(readNxPush(raw, query), organization, request.ip)
      return { success: true as const }
    } catch (error) {
      if (error instanceof TooManyBytesError) throw new AppError('UNAVAILABLE', 'Too much arrives at once', TOO_MUCH)
      if (error instanceof MediaFullError) throw new AppError('STORAGE_FULL', 'The disk is nearly full', TOO_MUCH)
      if (error instanceof AppError) throw error
      throw new AppError('UNAVAILABLE', 'The event cannot be stored now', { cause: error, retryAfter: 10 })
    }
  })
}
