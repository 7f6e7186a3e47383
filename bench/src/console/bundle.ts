import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const DIST = fileURLToPath(new URL('../../../apps/web/dist/', import.meta.url))

export interface Chunk {
  name: string
  bytes: number
  gzip: number
  /** Referenced in index.html, and therefore loaded before anything is shown. */
  initial: boolean
}

/** The files of the built console that a browser may load, largest first, without source maps. */
export async function readChunks(): Promise<Chunk[]> {
  const page = await readFile(join(DIST, 'index.html'), 'utf8').catch(() => {
    throw new Error('The console has not been built: run npm start once, or npm run bench after it.')
  })
  const files = (await readdir(join(DIST, 'assets'))).filter((name) => /\.(js|css)$/.test(name))
  const chunks = await Promise.all(
    files.map(async (name) => {
      const content = await readFile(join(DIST, 'assets', name))
      return {
        name,
        bytes: content.byteLength,
        gzip: gzipSync(content).byteLength,
        initial: page.includes(`/assets/${name}`),
      }
    }),
  )
  return chunks.toSorted((a, b) => b.gzip - a.gzip)
}
