import { API_BASE, GUIDE_PAGES, type Guide, type GuidePage } from '@winnow/contract'
import type { Selectable } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Guide as GuideTable } from '../../platform/db/types.generated.ts'
import { playerAddressIssue } from './player-address.ts'

type Row = Pick<Selectable<GuideTable>, 'page' | 'url' | 'video_key' | 'captions_key' | 'active'>

const COLUMNS = ['page', 'url', 'video_key', 'captions_key', 'active'] as const

export const isGuidePage = (page: string | undefined): page is GuidePage =>
  (GUIDE_PAGES as readonly (string | undefined)[]).includes(page)

/** The version of a stored file, which is in its key: `guides/<version>.mp4`. */
export const versionOf = (key: string): string => key.slice(key.lastIndexOf('/') + 1, key.lastIndexOf('.'))

const addressOf = (page: string, kind: 'video' | 'captions', key: string): string =>
  `${API_BASE}/v1/guides/${page}/${kind}?v=${versionOf(key)}`

/** A guide as the API shows it. An address that pages may not embed is not active, as the browser would refuse it. */
export function presentGuide(row: Row, hosts: readonly string[]): Guide {
  const { page, active, video_key: key, captions_key: captions } = row
  if (!isGuidePage(page)) throw new RangeError(`no page has the guide ${page}`)
  if (key !== null)
    return {
      page,
      url: addressOf(page, 'video', key),
      captionsUrl: captions === null ? null : addressOf(page, 'captions', captions),
      active,
    }
  const url = row.url ?? ''
  return { page, url, captionsUrl: null, active: active && playerAddressIssue(url, hosts) === undefined }
}

export async function listGuideRows(tx: Tx): Promise<Row[]> {
  return tx.selectFrom('guide').select(COLUMNS).orderBy('page').execute()
}

export async function findGuideRow(tx: Tx, page: string): Promise<Row | undefined> {
  return tx.selectFrom('guide').select(COLUMNS).where('page', '=', page).executeTakeFirst()
}
