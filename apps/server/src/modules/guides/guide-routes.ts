import { getGuide, getGuideCaptions, getGuideVideo, listGuides } from '@winnow/contract'
import { notFound } from '../../platform/http/app-error.ts'
import type { Outside } from '../../platform/http/handlers.ts'
import type { Register } from '../../platform/http/register.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import { findGuideRow, listGuideRows, presentGuide, versionOf } from './guide-queries.ts'
import { serveFile } from './serve-file.ts'

interface GuidesDeps {
  media: MediaStore
  /** The hosts whose players pages may embed. */
  hosts: readonly string[]
}

export function registerGuides(register: Register, { media, hosts }: GuidesDeps): void {
  register.read(listGuides, async ({ tx }) => (await listGuideRows(tx)).map((row) => presentGuide(row, hosts)))

  register.read(getGuide, async ({ tx, params }) => {
    const row = await findGuideRow(tx, params.page)
    if (!row) throw notFound()
    return presentGuide(row, hosts)
  })

  const send = (kind: 'video_key' | 'captions_key') => ({
    async reply({ read, params, query, request, reply }: Outside<typeof getGuideVideo>) {
      const key = (await read((tx) => findGuideRow(tx, params.page)))?.[kind]
      if (!key) throw notFound()
      return serveFile(media, { key, isVersioned: query.v === versionOf(key) }, request, reply)
    },
  })
  register.read(getGuideVideo, send('video_key'))
  register.read(getGuideCaptions, send('captions_key'))
}
