import { Readable } from 'node:stream'
import {
  discardImport,
  exportTree,
  getImport,
  getImportTemplate,
  listFailedLines,
  listImportLines,
  listImports,
  MAX_IMPORT_BYTES,
  PRODUCTS,
  runImport,
  uploadImport,
} from '@winnow/contract'
import { createPlaces } from '@winnow/domain'
import { sql } from 'kysely'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import { cutStalled } from '../../platform/http/cut-stalled.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import type { StartBackgroundJob } from '../background-jobs/index.ts'
import { acceptedLanguages, languagesOf, wordsIn } from '../identity/index.ts'
import type { IngestLimits } from '../intake/index.ts'
import { hasAgreed, readActivationText, type ActivationText, type Consents } from '../consent/index.ts'
import { productRefusal, type ProductPlan } from '../products/index.ts'
import { exportLines, TEMPLATE } from './export-tree.ts'
import { failedLines } from './failed-lines.ts'
import { importTree } from './import-job.ts'
import {
  findImport,
  selectImports,
  selectLines,
  storePlan,
  type ProductCounts,
  type ReadLine,
} from './import-queries.ts'
import { fileFault, readCsv } from './read-csv.ts'
import { cellsOf, columnsOf } from './read-line.ts'

export interface TransferDeps {
  startJob: StartBackgroundJob
  limits: Pick<IngestLimits, 'requireRoom'>
  productPlan: ProductPlan
  consents: Consents
}

/**
 * The number of imports and exports that may be in progress at the same time, for one company and for all. The lines of a file are held in
 * memory while it is read.
 */
const PER_COMPANY = 2
const TOTAL = 8
/** An export ends with an error if its reader receives no data for this long. */
const STALLED_MS = 30_000

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

export function registerTransfers(register: Register, deps: TransferDeps): void {
  const { limits, productPlan } = deps
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
      const isProgram = actor.kind === 'token'
      await storePlan(tx, { companyId, importId: id, plan: productPlan, isProgram }, prepared)
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

  register.write(discardImport, async ({ tx, actor, params }) => {
    requireWholeTree(actor)
    if ((await lockImport(tx, params.id)).job_id !== null)
      throw new AppError('CONFLICT', 'This file was imported already; its lines are kept for a day')
    await sql`delete from tree_import where id = ${params.id}`.execute(tx)
    return { success: true as const }
  })

  registerRun(register, deps)
}

/** Locks a file that was read, so that it is neither imported twice nor discarded meanwhile. */
async function lockImport(tx: Tx, id: string): Promise<{ job_id: string | null; products: ProductCounts }> {
  const { rows } = await sql<{ job_id: string | null; products: ProductCounts }>`
    select job_id, products from tree_import where id = ${id} for update`.execute(tx)
  const [row] = rows
  if (!row) throw notFound()
  return row
}

function registerRun(register: Register, { startJob, productPlan, consents }: TransferDeps): void {
  /** Refuses, before anything is changed, a product that is locked, or that would be paid although nobody has agreed. */
  async function requireProducts(
    tx: Tx,
    { companyId, products, text }: { companyId: string; products: ProductCounts; text: ActivationText },
  ): Promise<boolean> {
    const hasConsent = await hasAgreed(consents, tx, companyId, text)
    for (const product of PRODUCTS) {
      const wanted = products[product] ?? 0
      if (wanted === 0) continue
      // oxlint-disable-next-line no-await-in-loop -- at most one round for each product
      if (!(await productPlan.isOpen(tx, companyId, product))) throw productRefusal('PRODUCT_LOCKED')
      const count = () => Promise.resolve(wanted)
      // oxlint-disable-next-line no-await-in-loop -- as above
      const { withoutConsent } = await productPlan.grant(tx, { companyId, product, hasConsent, count })
      if (withoutConsent > 0) throw text.unreadable ?? productRefusal('CONSENT_NEEDED')
    }
    return hasConsent
  }

  register.write(runImport, {
    prepare: () => readActivationText(consents),
    async change(context) {
      const { tx, actor, companyId, params, prepared: text } = context
      requireWholeTree(actor)
      const { job_id: jobId, products } = await lockImport(tx, params.id)
      if (jobId !== null) throw new AppError('CONFLICT', 'This file was imported already; upload it again')
      const hasConsent = await requireProducts(tx, { companyId, products, text })
      const importId = params.id
      const started = await startJob(context, importTree(productPlan), {
        params: { importId, hasConsent, isProgram: actor.kind === 'token' },
      })
      if (!('job' in started)) throw new Error('an import is a job')
      await sql`update tree_import set job_id = ${started.job.id} where id = ${importId}`.execute(tx)
      return started
    },
  })
}

/** Registers the operations that send files to users. */
function registerFiles(register: Register, takePlace: (companyId: string) => () => void): void {
  register.read(listFailedLines, {
    async reply({ actor, params, read, request, reply }) {
      requireWholeTree(actor)
      const own = await read(async (tx) => {
        await findImport(tx, params.id)
        return actor.userId === null ? [] : languagesOf(tx, [actor.userId])
      })
      const t = await wordsIn([...own, ...acceptedLanguages(request.headers['accept-language'])])
      cutStalled(reply, STALLED_MS)
      return sendFile(reply, 'import-problems.csv', Readable.from(failedLines(read, params.id, t)))
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
