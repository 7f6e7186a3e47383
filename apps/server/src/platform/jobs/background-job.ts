import type { ErrorCode, Permission } from '@winnow/contract'
import type { Grants } from '@winnow/domain'
import { parse, type $ZodType, type input, type output } from 'zod/v4/core'
import type { AuditEntry, Author } from '../audit-entry.ts'
import type { Tx } from '../db/transaction.ts'
import type { LiveMessage } from '../events/live-message.ts'

/** One item of a job's work, such as a camera that it changes. */
export interface JobItem {
  /** The item's position in the order of the job. */
  position: number
  objectId: string | null
  /** The data of the item, as the plan or the request that started the job has stored it. */
  payload: unknown
}

/** A new item. An item that is refused fails without an attempt. */
export interface NewJobItem {
  objectId?: string
  payload?: unknown
  refused?: { code: ErrorCode; name: string }
}

/** An item that failed. The message is English; the console translates the code. */
export interface FailedItem {
  position: number
  name: string
  code: ErrorCode
  message: string
}

/** An audit entry with the place of its object in the tree; empty for an object outside of it. */
export interface PlacedEntry extends AuditEntry {
  place: { projectId?: string; siteId?: string; viewId?: string }
}

/** The job that a step belongs to. */
export interface JobFacts<P> {
  id: string
  companyId: string
  /** The author who started the job. */
  author: Author
  createdAt: Date
  params: P
}

/** The context of a step. The transaction belongs to the job's company. Any error rolls the step back. */
export interface JobStep<P> {
  job: JobFacts<P>
  tx: Tx
  now: Date
  /** The part of the tree that the author may use now. It can be smaller than at the start of the job. */
  grants: Grants
  /** Adds audit entries in the name of the job's author. */
  audit: (entries: readonly PlacedEntry[]) => Promise<void>
  publish: (message: LiveMessage) => Promise<void>
}

/** A part of the plan: more items, and the position to continue from, which is null after the last part. */
export interface PlanStep {
  items: readonly NewJobItem[]
  next: unknown
}

interface Definition<S extends $ZodType, Prepared> {
  /** The name of the kind. It is stored with each job, so it must not be renamed. */
  readonly name: string
  /**
   * The queue of the job. Each company runs one job at a time in each line. Bulk actions on cameras use `views`.
   */
  readonly line: string
  /** The kind of objects that the job changes. By the group the console decides which of its data it must refresh. */
  readonly group: string
  /** The permission that the author needs. A job ends when its author loses it. */
  readonly permission?: Permission
  /** The kind of the job's items, for the list of failures. */
  readonly category: string
  readonly params: S
  /** The type of work in the job's title, if it depends on the parameters. Default: the name. */
  readonly typeOf?: (params: output<S>) => string
  /** The number of items in one transaction. */
  readonly batch: number
  /** The path of an item's page in the console. */
  readonly link?: (objectId: string) => string
  /**
   * Finds the items, if that takes too long for the request that starts the job. Called again with the returned `next` until `next` is
   * null. A step that was rolled back is repeated with the same `from`.
   * @param from null for the first step
   */
  readonly plan?: (step: JobStep<output<S>>, from: unknown) => Promise<PlanStep>
  /** Does work other than SQL before the transaction of some items. It may run twice if the process dies before the commit. */
  readonly prepare?: (job: JobFacts<output<S>>, items: readonly JobItem[]) => Promise<Prepared>
  /**
   * Processes some items, with few statements for all of them. Its changes and the progress of the job are committed together, so that each
   * item is processed once. It must lock rows in the order of their ids.
   * @returns the items that failed. If it throws, the engine tries the items one by one.
   */
  readonly apply: (
    step: JobStep<output<S>>,
    items: readonly JobItem[],
    prepared: Prepared,
  ) => Promise<readonly FailedItem[]>
  /** Runs in the transaction that ends the job, unless it was cancelled. */
  readonly finish?: (step: JobStep<output<S>>) => Promise<void>
}

/** A kind of background job, as the engine runs it. */
export interface BackgroundJobKind extends Omit<
  Definition<$ZodType, unknown>,
  'typeOf' | 'plan' | 'prepare' | 'apply' | 'finish'
> {
  readonly typeOf: (params: unknown) => string
  readonly plan?: (step: JobStep<unknown>, from: unknown) => Promise<PlanStep>
  readonly prepare?: (job: JobFacts<unknown>, items: readonly JobItem[]) => Promise<unknown>
  readonly apply: (
    step: JobStep<unknown>,
    items: readonly JobItem[],
    prepared: unknown,
  ) => Promise<readonly FailedItem[]>
  readonly finish?: (step: JobStep<unknown>) => Promise<void>
}

/** A kind of job, with the type of its parameters. */
export interface StartableKind<S extends $ZodType> extends BackgroundJobKind {
  readonly params: S
}
export type JobParams<S extends $ZodType> = input<S>

/** Defines a kind of background job. List it under `backgroundJobs` of its module. */
export function defineBackgroundJob<S extends $ZodType, Prepared = undefined>(
  definition: Definition<S, Prepared>,
): StartableKind<S> {
  const { typeOf, plan, prepare, apply, finish, ...facts } = definition
  const jobOf = (job: JobFacts<unknown>): JobFacts<output<S>> => ({ ...job, params: parse(facts.params, job.params) })
  const stepOf = (step: JobStep<unknown>): JobStep<output<S>> => ({ ...step, job: jobOf(step.job) })
  return {
    ...facts,
    typeOf: (params) => typeOf?.(parse(facts.params, params)) ?? facts.name,
    ...(plan && { plan: (step, from) => plan(stepOf(step), from) }),
    ...(prepare && { prepare: (job, items) => prepare(jobOf(job), items) }),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the engine passes on the result of `prepare` of the same kind
    apply: (step, items, prepared) => apply(stepOf(step), items, prepared as Prepared),
    ...(finish && { finish: (step) => finish(stepOf(step)) }),
  }
}
