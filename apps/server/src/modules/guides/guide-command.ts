import { GUIDE_PAGES, type GuidePage } from '@winnow/contract'
import { inNoCompany, type Db } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import { StartError } from '../../platform/start-error.ts'
import { findGuideRow, isGuidePage, listGuideRows, presentGuide } from './guide-queries.ts'
import { playerAddressIssue } from './player-address.ts'
import { MAX_FILE_BYTES, openFile, type FileKind } from './open-file.ts'

const GUIDE_USAGE = `usage: npm run guides -- COMMAND
  list                        the guides of this installation
  set PAGE FILE [SUBTITLES]   a video of your own (MP4 or WebM), which this server sends, and its subtitles (WebVTT)
  set PAGE ADDRESS            a video on another server: the https address that it names for embedding
  on PAGE, off PAGE           shows or hides the guide
  remove PAGE                 forgets it, and deletes its files
PAGE is one of ${GUIDE_PAGES.join(', ')}.`

interface GuideDeps {
  db: Db
  media: MediaStore
  hosts: readonly string[]
  /** Makes the path of a file, which may be relative to where the command was typed, absolute. */
  pathOf: (file: string) => string
}

/**
 * Runs `npm run guides`, whether or not the program is running.
 * @returns the lines to print
 * @throws StartError with what to do
 */
export async function guideCommand(args: readonly string[], deps: GuideDeps): Promise<string[]> {
  const [command, page, source, captions, ...rest] = args
  if (command === 'list' && args.length === 1) return list(deps)
  if (!isGuidePage(page) || rest.length > 0) throw new StartError(GUIDE_USAGE)
  if (command === 'set' && source !== undefined) return setGuide(deps, page, source, captions)
  if (source !== undefined) throw new StartError(GUIDE_USAGE)
  if (command === 'remove') return removeGuide(deps, page)
  if (command === 'on' || command === 'off') return switchGuide(deps, page, command === 'on')
  throw new StartError(GUIDE_USAGE)
}

async function list({ db, hosts }: GuideDeps): Promise<string[]> {
  const rows = await inNoCompany(db, listGuideRows)
  if (rows.length === 0) return ['No page has a guide.']
  return rows.map((row) => {
    const { page, url } = presentGuide(row, hosts)
    const issue = row.url === null ? undefined : playerAddressIssue(row.url, hosts)
    const state = !row.active ? 'off' : issue === undefined ? 'on' : `not shown: its address ${issue}`
    return `${page}  ${state}  ${row.video_key === null ? url : 'a file of this installation'}`
  })
}

async function setGuide(deps: GuideDeps, page: GuidePage, source: string, captions?: string): Promise<string[]> {
  if (/^[a-z]+:\/\//i.test(source)) {
    if (captions !== undefined)
      throw new StartError('The subtitles of a video on another server are those of its player.')
    const issue = playerAddressIssue(source, deps.hosts)
    if (issue !== undefined) throw new StartError(`The address ${issue}.`)
    await replace(deps, page, { url: source })
  } else {
    const captionsKey = captions === undefined ? null : await storeFile(deps, captions, 'captions')
    await replace(deps, page, { video_key: await storeFile(deps, source, 'video'), captions_key: captionsKey })
  }
  return [`/cams/${page} has this guide.`]
}

async function storeFile({ media, pathOf }: GuideDeps, source: string, kind: FileKind): Promise<string> {
  const { file, extension } = await openFile(pathOf(source), kind)
  try {
    // A new key for each file, since browsers keep the old one.
    const { key } = await media.put(`guides/${newId()}.${extension}`, file.createReadStream({ start: 0 }), {
      limit: MAX_FILE_BYTES,
    })
    return key
  } finally {
    await file.close()
  }
}

/** Replaces the guide of a page, or forgets it, and deletes the files of the one before. */
async function replace(
  { db, media }: GuideDeps,
  page: GuidePage,
  next: { url: string } | { video_key: string; captions_key: string | null } | undefined,
): Promise<boolean> {
  const before = await inNoCompany(db, async (tx) => {
    await tx.selectFrom('guide').select('page').where('page', '=', page).forUpdate().execute()
    const row = await findGuideRow(tx, page)
    await tx.deleteFrom('guide').where('page', '=', page).execute()
    if (next)
      await tx
        .insertInto('guide')
        .values({ page, ...next })
        .execute()
    return row
  })
  const files = [before?.video_key, before?.captions_key].filter((key) => typeof key === 'string')
  if (files.length > 0) await media.delete(files)
  return before !== undefined
}

async function removeGuide(deps: GuideDeps, page: GuidePage): Promise<string[]> {
  if (!(await replace(deps, page, undefined))) throw new StartError(`/cams/${page} has no guide.`)
  return [`/cams/${page} has no guide any more.`]
}

async function switchGuide({ db }: GuideDeps, page: GuidePage, active: boolean): Promise<string[]> {
  const [switched] = await inNoCompany(db, (tx) =>
    tx.updateTable('guide').set({ active }).where('page', '=', page).returning('page').execute(),
  )
  if (!switched) throw new StartError(`/cams/${page} has no guide.`)
  return [`The guide of /cams/${page} is ${active ? 'shown' : 'hidden'}.`]
}
