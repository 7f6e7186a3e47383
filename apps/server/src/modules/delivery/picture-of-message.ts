import { buffer } from 'node:stream/consumers'
import { sightings, shownFrame } from '@winnow/domain'
import { withoutMetadata } from '@winnow/vision/showing'
import { inTenant } from '../../platform/db/transaction.ts'
import { findAlarm, findFrameFiles } from '../alarms/index.ts'
import type { DeliveryDeps } from './delivery-deps.ts'

/** The longer sides that are tried, in pixels, until the picture is small enough. */
const SIDES = [1280, 960, 640, 480, 320] as const

/** The largest picture that the settings of a receiver allow, in bytes. */
export function pictureLimitOf(config: unknown): number {
  const kb: unknown = Object(config)['pictureKb']
  return typeof kb === 'number' ? kb * 1024 : Infinity
}

interface Drawn {
  jpeg: Uint8Array
  name: string
}

/**
 * The picture that shows best what was found, with boxes drawn, for mails: the largest that fits. Undefined if there is none, or none fits;
 * the mail then has no picture.
 */
export async function pictureOfMessage(
  deps: DeliveryDeps,
  { companyId, alarmId }: { companyId: string; alarmId: string },
  limit: number,
): Promise<Drawn | undefined> {
  const found = await inTenant(deps.db, companyId, async (tx) => {
    const alarm = await findAlarm(tx, companyId, alarmId)
    if (!alarm) return undefined
    const position = shownFrame(alarm)
    if (position === undefined) return undefined
    const files = await findFrameFiles(tx, alarmId, position)
    const { stands, doubted } = sightings(alarm)
    const here = [...stands, ...doubted].filter((detection) => detection.frame === position)
    const shown = here.filter(({ masked }) => !masked)
    return files && { files, shown }
  })
  if (!found) return undefined
  try {
    const key = await deps.shown.keyOf(found.files)
    if (key === undefined) return undefined
    const jpeg = await buffer((await deps.media.get(key)).body)
    const drawn = await firstThatFits(deps, { jpeg, detections: found.shown }, limit)
    if (!drawn)
      deps.log.warn({ alarmId, limit }, 'no picture is small enough for the receiver; the mail goes without it')
    return drawn && { jpeg: drawn, name: `alarm-${alarmId}.jpg` }
  } catch (err) {
    deps.log.warn({ err, alarmId }, 'the picture of a mail could not be drawn; the mail goes without it')
    return undefined
  }
}

type Drawing = Omit<Parameters<NonNullable<DeliveryDeps['pool']>['annotate']>[0], 'maxSide'>

/** A process without analysis cannot draw, and sends the picture as it is. */
async function firstThatFits({ pool }: DeliveryDeps, drawing: Drawing, limit: number): Promise<Uint8Array | undefined> {
  const fits = (jpeg: Uint8Array): boolean => jpeg.byteLength <= limit
  if (!pool) return [withoutMetadata(drawing.jpeg)].find(fits)
  for (const maxSide of SIDES) {
    // oxlint-disable-next-line no-await-in-loop -- the next one only if this one is too large
    const jpeg = await pool.annotate({ ...drawing, maxSide })
    if (fits(jpeg)) return jpeg
  }
  return undefined
}
