import { z } from 'zod'
import { backgroundJob } from './background-jobs.ts'
import { IMPORT_COLUMNS, IMPORT_NODES } from './import-columns.ts'
import { VALUE_RULES } from './issue-rule.ts'
import { operation } from './operation.ts'
import { id, idParams, isoTime, paged, pageQuery, success } from './values.ts'

/** Maximum size of a file that is imported, in bytes and in lines. */
export const MAX_IMPORT_BYTES = 50_000_000
export const MAX_IMPORT_LINES = 100_000

/** The reasons for which a whole file cannot be read. The error reply names the reason as its field. */
export const IMPORT_FILE_FAULTS = ['encoding', 'quotes', 'columns', 'empty', 'lines', 'record'] as const

/**
 * The problems of a line. In this list, an object is a client, a site or a camera.
 * - `INVALID`: the value breaks a rule, the same as in the form of the object.
 * - `UNKNOWN_ID`: the key has the form of an id, but no object of this company has this id.
 * - `NAME_TAKEN`: another object with the same parent has the name.
 * - `KEY_TWICE`: several objects have the key.
 * - `DUPLICATE`: an earlier line names the same camera.
 * - `DIFFERS`: an earlier line gives another value for the same client or site.
 * - `ELSEWHERE`: the object with the key belongs to another client or site.
 * - `PRODUCT_LOCKED`, `CAPACITY_REACHED`, `CONSENT_NEEDED`: a product cannot be switched on for the camera, as in a bulk action.
 * - `VIEW_BY_API`: a program created the camera, so that people cannot change it.
 */
export const IMPORT_PROBLEMS = [
  'REQUIRED',
  'INVALID',
  'UNKNOWN_ID',
  'NAME_TAKEN',
  'KEY_TWICE',
  'DUPLICATE',
  'DIFFERS',
  'ELSEWHERE',
  'PRODUCT_LOCKED',
  'CAPACITY_REACHED',
  'CONSENT_NEEDED',
  'VIEW_BY_API',
] as const

const importProblem = z.object({
  code: z.enum(IMPORT_PROBLEMS),
  column: z.enum(IMPORT_COLUMNS),
  /** The number of the earlier line that this line repeats or contradicts; null if there is none. */
  otherLine: z.number().int().nullable(),
  /** The rule that an `INVALID` value breaks. Left out if the value does not have the form that its column has. */
  rule: z.enum(VALUE_RULES).optional(),
  /** The limit in the rule, such as the largest number of characters. */
  limit: z.number().optional(),
  /** The position of the invalid entry in a cell with several entries; the first is 1. */
  entry: z.number().int().optional(),
})
export type ImportProblem = z.output<typeof importProblem>

export const IMPORT_ACTIONS = ['create', 'update', 'none', 'problem'] as const

/** One line of an imported file, with what the import will do or has done with it. */
export const importLine = z.object({
  /** Number of the line in the file; the heading is line 1. */
  line: z.number().int(),
  client: z.string(),
  site: z.string(),
  camera: z.string(),
  action: z.enum(IMPORT_ACTIONS),
  creates: z.array(z.enum(IMPORT_NODES)),
  /** The columns whose values the import changes in existing clients, sites and cameras. */
  changes: z.array(z.enum(IMPORT_COLUMNS)),
  problems: z.array(importProblem),
  /** The client, site or camera that the line is about: the last of them that it names. Null while it does not exist. */
  node: z.object({ kind: z.enum(IMPORT_NODES), id }).nullable(),
  /** Null until the import has processed this line. */
  result: z.enum(['done', 'failed']).nullable(),
})
export type ImportLine = z.output<typeof importLine>

export const treeImport = z.object({
  id,
  fileName: z.string(),
  createdAt: isoTime,
  lines: z.number().int(),
  /** Number of lines by the action of the import. */
  counts: z.object({
    create: z.number().int(),
    update: z.number().int(),
    none: z.number().int(),
    problem: z.number().int(),
  }),
  /** Number of lines that the import tried and could not do, because the tree had changed after the preview. */
  failed: z.number().int(),
  /** The job that runs the import; null until it was started. */
  jobId: id.nullable(),
})
export type TreeImport = z.output<typeof treeImport>

export const EXPORT_KEYS = ['ids', 'own'] as const
export const CSV_SEPARATORS = ['comma', 'semicolon'] as const

const transfers = { tag: 'Import and export', scope: 'self', permission: 'project.create' } as const
const ofImport = { ...transfers, scope: [{ in: 'path', at: 'id', kind: 'import' }] } as const

export const uploadImport = operation({
  ...transfers,
  id: 'transfers.upload',
  method: 'POST',
  path: '/v1/imports',
  summary: 'Read a CSV file of clients, sites and cameras, and say line by line what importing it would do (dry run)',
  query: z.object({ fileName: z.string().trim().min(1).max(200).default('import.csv') }),
  uploads: ['text/csv', 'application/octet-stream'],
  maxBytes: MAX_IMPORT_BYTES,
  reply: treeImport,
  unaudited: 'It changes no client, site or camera. What is imported afterwards is recorded.',
})

export const listImports = operation({
  ...transfers,
  id: 'transfers.list',
  method: 'GET',
  path: '/v1/imports',
  summary: 'The files that were read for an import within the last day, latest first',
  query: z.object(pageQuery({ usual: 10, most: 50 })),
  reply: paged(treeImport),
})

export const getImport = operation({
  ...ofImport,
  id: 'transfers.get',
  method: 'GET',
  path: '/v1/imports/:id',
  summary: 'A file that was read for an import, and what the import does',
  params: idParams,
  reply: treeImport,
})

/** The lines that a list can be limited to: those of one action, or those that the import could not do. */
export const IMPORT_OUTCOMES = [...IMPORT_ACTIONS, 'failed'] as const
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number]

export const listImportLines = operation({
  ...ofImport,
  id: 'transfers.lines',
  method: 'GET',
  path: '/v1/imports/:id/lines',
  summary: 'The lines of an import, in their order',
  params: idParams,
  query: z.object({ outcome: z.enum(IMPORT_OUTCOMES).optional(), ...pageQuery({ usual: 100, most: 500 }) }),
  reply: paged(importLine),
})

export const listFailedLines = operation({
  ...ofImport,
  id: 'transfers.failed',
  method: 'GET',
  path: '/v1/imports/:id/problems',
  summary:
    'The lines with problems, as a CSV file that can be corrected and imported. The problems are in the language of the caller',
  params: idParams,
  replyType: 'binary',
})

export const runImport = operation({
  ...ofImport,
  id: 'transfers.run',
  method: 'POST',
  path: '/v1/imports/:id/run',
  summary: 'Import the lines without problems, as a background job',
  params: idParams,
  reply: z.object({ job: backgroundJob }),
  errors: ['CONFLICT', 'JOB_RUNNING', 'PRODUCT_LOCKED', 'CONSENT_NEEDED'],
})

export const discardImport = operation({
  ...ofImport,
  id: 'transfers.discard',
  method: 'DELETE',
  path: '/v1/imports/:id',
  summary: 'Forget a file that was read for an import and was not imported',
  params: idParams,
  reply: success,
  errors: ['CONFLICT'],
  unaudited: 'It changes no client, site or camera. A file that was read is deleted after a day anyway.',
})

export const exportTree = operation({
  ...transfers,
  id: 'transfers.export',
  method: 'GET',
  path: '/v1/export',
  summary: 'All clients, sites and cameras, or those of one client or site, as a CSV file that can be imported again',
  scope: [
    { in: 'query', at: 'projectId', kind: 'project', optional: true },
    { in: 'query', at: 'siteId', kind: 'site', optional: true },
  ],
  query: z.object({
    projectId: id.optional(),
    siteId: id.optional(),
    /** What separates the cells. Spreadsheets expect a semicolon where the comma is the decimal separator. */
    separator: z.enum(CSV_SEPARATORS).default('comma'),
    /**
     * `ids`: what has no key of its own gets its id as key, so that an import finds it after its name was changed in the file. `own`: only
     * own keys, for an import into another company, where an id would be refused as unknown.
     */
    keys: z.enum(EXPORT_KEYS).default('ids'),
  }),
  replyType: 'binary',
})

export const getImportTemplate = operation({
  ...transfers,
  id: 'transfers.template',
  method: 'GET',
  path: '/v1/imports/template',
  summary: 'A CSV file with the columns of an import and some examples',
  replyType: 'binary',
})
