import type { ParsedSignal } from '@winnow/intake'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { STANDING } from './accept-signal.ts'
import type { ClaimedSignal } from './claim-signal.ts'
import { channelNumber } from './find-camera-of-path.ts'

/** Where a mail says that its alarm was. */
interface MailPlace {
  /** The key or the name of a site; null for the site whose mail login was used. */
  site: string | null
  /** The key, the name or the channel of a camera; null for the only camera of the site. */
  camera: string | null
}

/** A camera that a mail can mean. */
interface NamedCamera {
  id: string
  siteId: string
  name: string
  siteName: string
  /** Whether its site takes only mails with its own login. */
  needsLogin: boolean
}

/** The site of a company that a mail names by its key, else by its name. @returns undefined if there is none, or more than one */
async function findSite(tx: Tx, companyId: string, named: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; same: number }>`
    select id, count(*) over (partition by rank)::int as same from (
      select id, 1 as rank from site where company_id = ${companyId} and external_key = ${named} and deleted_at is null
      union all
      select id, 2 from site where company_id = ${companyId} and name_key = lower(${named}) and deleted_at is null) found
    order by rank limit 1`.execute(tx)
  return rows[0]?.same === 1 ? rows[0].id : undefined
}

const WORD = 'ip|ch|chan|channel|kanal|canal|canale|cam|camera|kamera|caméra|câmera|cámara|telecamera|input|no|nr'
const GAP = String.raw`[\s.:#_-]{0,3}`
const CHANNEL = new RegExp(`^(?:[a-z]|(?:(?:${WORD})${GAP}){1,3})?${GAP}0*(\\d{1,6})$`, 'iu')

/** The number in what a mail calls a camera: `3`, `03`, `D3` and `CAM 03` are channel 3. `Gate 3` is a name, of whatever channel. */
const numberOf = (camera: string): string | null => CHANNEL.exec(camera)?.[1] ?? null

/**
 * Finds the camera that a mail names, within its company.
 * @param ownSiteId the site whose mail login was used; null if only a site that the mail names counts
 * @returns undefined if there is none, or more than one
 */
export async function findNamedCamera(
  tx: Tx,
  companyId: string,
  { site, camera }: MailPlace,
  ownSiteId: string | null,
): Promise<NamedCamera | undefined> {
  const siteId = site === null ? (ownSiteId ?? undefined) : await findSite(tx, companyId, site)
  if (siteId === undefined || (site === null && camera === null)) return undefined
  const number = camera === null ? null : numberOf(camera)
  const { rows } = await sql<NamedCamera & { same: number }>`
    select found.id, site.id as "siteId", found.name, site.name as "siteName", site.smtp_auth_required as "needsLogin", same
    from (select id, site_id, name, rank, count(*) over (partition by rank)::int as same from (
        select id, site_id, name, case when ${camera}::text is null then 1 when external_key = ${camera} then 1
          when name_key = lower(${camera}) then 2 when ${channelNumber} = ${number} then 3 end as rank
        from view where site_id = ${siteId} and company_id = ${companyId} and deleted_at is null) camera
      where rank is not null) found
    join site on site.id = found.site_id order by rank limit 1`.execute(tx)
  const [best] = rows
  return best?.same === 1 ? best : undefined
}

/** The camera of the site whose channel is the number in `Input1` of an Immix mail. */
async function findByInput(tx: Tx, siteId: string, input: string): Promise<{ id: string; siteId: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from view where site_id = ${siteId} and deleted_at is null
      and regexp_replace(btrim(channel), '^0+(?=[0-9])', '') = ${input} limit 2`.execute(tx)
  return rows.length === 1 && rows[0] ? { id: rows[0].id, siteId } : undefined
}

/** An exacqVision recorder has one profile of mails for many cameras, and names the camera in it. */
const placeOfRecorder = ({ vendor, channelName }: ParsedSignal): MailPlace | undefined =>
  vendor === 'exacq' && channelName !== null ? { site: null, camera: channelName } : undefined

/**
 * Finds the camera of a message that came with the mail login of a site and names it: an Immix sender by its `Input1`, an exacqVision
 * recorder by the camera's name, other senders by a template of the company. A camera of another site is meant only if that site takes mails
 * without its own login. Without exactly one such camera the message stays one that matches none.
 *
 * Facts about the camera are those of now: the message is read within seconds, and its camera was not known before.
 */
export async function placeByMail(tx: Tx, signal: ClaimedSignal, parsed: ParsedSignal): Promise<ClaimedSignal> {
  if (signal.view_id !== null) return signal
  const input = parsed.vendor === 'immix' ? parsed.channel?.replace(/^0+(?=\d)/, '') : undefined
  const place = parsed.place ?? placeOfRecorder(parsed)
  const found = place && (await findNamedCamera(tx, signal.company_id, place, signal.site_id))
  const named = found?.needsLogin && found.siteId !== signal.site_id ? undefined : found
  // The input of a mail that names a site is a number of that site.
  const ownInput = parsed.place?.site ? undefined : input
  const camera = named ?? (ownInput ? await findByInput(tx, signal.site_id, ownInput) : undefined)
  if (!camera) return signal
  const { rows } = await sql<{ standing: unknown }>`
    update signal set view_id = view.id, site_id = view.site_id, standing = ${STANDING}
    from view join site on site.id = view.site_id where signal.id = ${signal.id} and view.id = ${camera.id}
    returning signal.standing`.execute(tx)
  return { ...signal, view_id: camera.id, site_id: camera.siteId, standing: rows[0]?.standing ?? null }
}
