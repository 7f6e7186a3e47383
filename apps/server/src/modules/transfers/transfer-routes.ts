import { Readable } from 'node:stream'
import {
  exportTree,
  getImport,
  getImportTemplate,
  IMPORT_COLUMNS,
  listFailedLines,
  listImportLines,
  listImports,
  MAX_IMPORT_BYTES,
  runImport,
  uploadImport,
} from '@winnow/contract'
import { createPlaces, csvHead, csvLine } from '@winnow/domain'
import { sql } from 'kysely'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { cutStalled } from '../../platform/http/cut-stalled.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import type { StartBackgroundJob } from '../background-jobs/index.ts'
import type { IngestLimits } from '../intake/index.ts'
import type { ProductPlan } from '../products/index.ts'
import { exportLines, TEMPLATE } from './export-tree.ts'
import { importTree } from './import-job.ts'
import {
  findImport,
  selectFailedCells,
  selectImports,
  selectLines,
  storePlan,
  type ReadLine,
} from './import-queries.ts'
import { fileFault, readCsv } from './read-csv.ts'
import { cellsOf, columnsOf } from './read-line.ts'

export interface TransferDeps {
  startJob: StartBackgroundJob
  limits: Pick<IngestLimits, 'requireRoom'>
  productPlan: ProductPlan
}

/**
 * The number of imports and exports that may be in progress at the same time, for one company and for all. The lines of a file are held in
 * memory while it is read.
 */
const PER_COMPANY = 2
const TOTAL = 8
/** An export ends with an error if its reader receives no data for this long. */
const STALLED_MS = 30_000
const FAILED_PAGE = 1_000

/** Refuses callers who may not change the whole tree. An import can create clients, so a grant on parts of the tree is not enough. */
function requireWholeTree({ grants }: Actor): void {
  if (!grants.all || grants.permission !== 'write')
    throw new AppError('FORBIDDEN', 'Only users who may change all clients can import and export them')
}

/** Reads the lines of the uploaded file. Only the lines are held in memory, never the file as a whole. */
async function readUpload(request: FastifyRequest): Promise<ReadLine[]> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_IMPORT_BYTES)
    throw new AppError('TOO_LARGE', `A file may have at most ${MAX_IMPORT_BYTES / 1_000_000} MB`)
  const lines: ReadLine[] = []
  let columns: ReturnType<typeof columnsOf> | undefined
  // The stream is left open when reading ends early, so that the reply still reaches the sender.
  const body = (request.body as Readable).iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  for await (const each of readCsv(body)) {
    if (columns) lines.push({ line: each.line, cells: cellsOf(each, columns) })
    else columns = columnsOf(each)
  }
  const used = lines.filter(({ cells }) => Object.keys(cells).length > 0)
  if (used.length === 0) throw fileFault('empty', 'The file has no lines')
  return used
}

function sendFile(reply: FastifyReply, name: string, body: string | Readable): never {
  void reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
  return reply.send(body) as never
}

const HEADING = csvHead([...IMPORT_COLUMNS, 'problem'])

/** Yields the lines to correct as CSV, with an additional column for the problems. An import ignores that column. */
async function* failedLines(read: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>, id: string): AsyncGenerator<string> {
  yield HEADING
  for (let after = 0; ;) {
    const from = after
    // oxlint-disable-next-line no-await-in-loop -- one part after the other
    const rows = await read((tx) => selectFailedCells(tx, id, { after: from, limit: FAILED_PAGE }))
    const last = rows.at(-1)
    if (!last) return
    yield rows
      .map(({ cells, problems }) =>
        csvLine([
          ...IMPORT_COLUMNS.map((column) => cells[column] ?? ''),
          problems.map(({ column, code, otherLine }) => [column, code, otherLine].filter(Boolean).join(' ')).join('; '),
        ]),
      )
      .join('')
    after = last.line
  }
}

export function registerTransfers(register: Register, { startJob, limits, productPlan }: TransferDeps): void {
  const places = createPlaces({ perHolder: PER_COMPANY, total: TOTAL, reserved: 2 })
  const takePlace = (companyId: string): (() => void) => {
    const leave = places.take(companyId)
    if (leave) return leave
    throw new AppError('RATE_LIMITED', 'Other files are being read or written now; wait until one of them is done', {
      retryAfter: 10,
    })
  }

  registerFiles(register, takePlace)

  register.write(uploadImport, {
    async prepare({ actor, request, reply }) {
      requireWholeTree(actor)
      // The lines fill the database, and the disk must keep room for alarms.
      limits.requireRoom()
      // The rest of a refused file is not read, so the connection cannot be used again.
      void reply.header('connection', 'close')
      const leave = takePlace(actor.companyId)
      return readUpload(request).finally(leave)
    },
    async change({ tx, actor, companyId, query, now, prepared }) {
      const id = newId(now.getTime())
      await sql`insert into tree_import (id, company_id, file_name, user_id, created_at)
        values (${id}, ${companyId}, ${query.fileName}, ${actor.userId}, ${now})`.execute(tx)
      await storePlan(tx, { companyId, importId: id }, prepared)
      return findImport(tx, id)
    },
  })

  register.read(listImports, async ({ tx, actor, companyId, query }) => {
    requireWholeTree(actor)
    const { page, limit } = query
    return { ...(await selectImports(tx, companyId, query)), countIsExact: true, page, limit }
  })

  register.read(getImport, ({ tx, actor, params }) => {
    requireWholeTree(actor)
    return findImport(tx, params.id)
  })

  register.read(listImportLines, async ({ tx, actor, params, query }) => {
    requireWholeTree(actor)
    const { counts, failed, lines } = await findImport(tx, params.id)
    const count = query.outcome === undefined ? lines : { ...counts, failed }[query.outcome]
    const { page, limit } = query
    return { rows: await selectLines(tx, params.id, query), count, countIsExact: true, page, limit }
  })

  register.write(runImport, async (context) => {
    const { tx, actor, params } = context
    requireWholeTree(actor)
    const { rows } = await sql<{ job_id: string | null }>`
      select job_id from tree_import where id = ${params.id} for update`.execute(tx)
    if (rows[0]?.job_id !== null) throw new AppError('CONFLICT', 'This file was imported already; upload it again')
    const started = await startJob(context, importTree(productPlan), { params: { importId: params.id } })
    if (!('job' in started)) throw new Error('an import is a job')
    await sql`update tree_import set job_id = ${started.job.id} where id = ${params.id}`.execute(tx)
    return started
  })
}

/** Registers the operations that send files to users. */
function registerFiles(register: Register, takePlace: (companyId: string) => () => void): void {
  register.read(listFailedLines, {
    async reply({ actor, params, read, reply }) {
      requireWholeTree(actor)
      await read((tx) => findImport(tx, params.id))
      cutStalled(reply, STALLED_MS)
      return sendFile(reply, 'import-problems.csv', Readable.from(failedLines(read, params.id)))
    },
  })

  register.read(exportTree, {
    async reply({ actor, now, query, read, reply }) {
      requireWholeTree(actor)
      const leave = takePlace(actor.companyId)
      const body = Readable.from(exportLines(read, query), { objectMode: false })
      body.once('close', leave)
      cutStalled(reply, STALLED_MS)
      return sendFile(reply, `clients-${now.toISOString().slice(0, 10)}.csv`, body)
    },
  })

  register.read(getImportTemplate, { reply: async ({ reply }) => sendFile(reply, 'import-template.csv', TEMPLATE) })
}
