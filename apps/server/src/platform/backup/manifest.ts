import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '../start-error.ts'
import { writeFileDurably } from '../postgres/write-file-durably.ts'

const tableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int(),
  /** Hash of the compressed file. */
  sha256: z.string(),
})

const manifestSchema = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  /** The migrations of the schema that the rows belong to. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** Ordered so that each row comes after the rows that it refers to. */
  tables: z.array(tableSchema),
  partitions: z.array(z.object({ name: z.string(), parent: z.string(), bound: z.string() })),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string() })),
  /** Absent when the backup leaves media out: before a migration, or when media are in an external store. */
  media: z.object({ files: z.number().int(), bytes: z.number().int(), listSha256: z.string() }).optional(),
  keySha256: z.string().optional(),
})

/** The content of a backup, with a hash of each part. The manifest is written last: a folder without a manifest is no backup. */
export type Manifest = z.infer<typeof manifestSchema>
export type DumpedTable = z.infer<typeof tableSchema>

/** The paths of the parts of a backup. */
export const backupPaths = (dir: string) => ({
  manifest: join(dir, 'manifest.json'),
  tables: join(dir, 'database'),
  table: (table: { schema: string; name: string }) => join(dir, 'database', `${table.schema}.${table.name}.copy.zst`),
  media: join(dir, 'media'),
  mediaList: join(dir, 'media.jsonl'),
  key: join(dir, 'secret.key'),
})

export async function writeManifest(dir: string, manifest: Manifest): Promise<void> {
  await writeFileDurably(backupPaths(dir).manifest, `${JSON.stringify(manifest, undefined, 2)}\n`)
}

/** @throws StartError when the folder has no complete backup in a format that this program reads */
export async function readManifest(dir: string): Promise<Manifest> {
  const text = await readFile(backupPaths(dir).manifest, 'utf8').catch(() => undefined)
  if (text === undefined) throw new StartError(`${dir} holds no finished backup (manifest.json is missing).`)
  const parsed = manifestSchema.safeParse(tryJson(text))
  if (!parsed.success) throw new StartError(`${dir} holds no backup that this version of Winnow reads.`)
  return parsed.data
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
