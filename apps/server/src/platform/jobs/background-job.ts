import type { ErrorCode } from '@winnow/contract'
import { parse, type $ZodType, type input, type output } from 'zod/v4/core'
import type { AuditEntry, Author } from '../audit-entry.ts'
import type { Tx } from '../db/transaction.ts'
import type { LiveMessage } from '../events/live-message.ts'

/** One thing that a job works on. */
export interface JobItem {
  /** Its place in the job's order. */
  position: number
  objectId: string | null
  /** The plan's result for the job's kind so far. */
  payload: unknown
}

/** A new item. A refused one fails without being tried. */
export interface NewJobItem {
  objectId?: string
  payload?: unknown
  refused?: { code: ErrorCode; name: string }
}

/** An item that could not be done. The message is English; the console translates the code. */
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
  /** Who started it. */
  author: Author
  createdAt: Date
  params: P
}

/** The context of a step. The transaction is one of the job's company; whatever throws rolls the step back. */
export interface JobStep<P> {
  job: JobFacts<P>
  tx: Tx
  now: Date
  /** Records, as the job's author, what was done to each object. */
  audit: (entries: readonly PlacedEntry[]) => Promise<void>
  publish: (message: LiveMessage) => Promise<void>
}

/** A part of the plan: more items, and the position to continue from; null after the last part. */
export interface PlanStep {
  items: readonly NewJobItem[]
  next: unknown
}

interface Definition<S extends $ZodType, Prepared> {
  /** Stored with each job: do not rename. */
  readonly name: string
  /**
   * A company has one job at a time in each line. `views` for bulk actions on cameras.
   */
  readonly line: string
  /** Jobs of one group change the same thing; the console refreshes by it what it shows. */
  readonly group: string
  /** The kind of its items, for the list of failures. */
  readonly category: string
  readonly params: S
  /** What it does, for its title, if that depends on its parameters. Default: the name. */
  readonly typeOf?: (params: output<S>) => string
  /** Number of items of one transaction. */
  readonly batch: number
  /** Path of an item's page in the console. */
  readonly link?: (objectId: string) => string
  /**
   * Finds out the items, where that takes too long for the request that starts the job. Called again with `next` until that is null; a step
   * that was rolled back is repeated with the same `from`.
   * @param from null for the first step
   */
  readonly plan?: (step: JobStep<output<S>>, from: unknown) => Promise<PlanStep>
  /** Work that is not SQL, before the transaction of some items. It may run twice, if the process dies before the commit. */
  readonly prepare?: (job: JobFacts<output<S>>, items: readonly JobItem[]) => Promise<Prepared>
  /**
   * Does some items, with few statements for all of them. What it changes is committed together with the progress of the job, so that each
   * item is done once. Locks rows in the order of their ids.
   * @returns the items that could not be done. An error makes the engine try the items one by one.
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
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the engine hands on what `prepare` of the same kind has answered
    apply: (step, items, prepared) => apply(stepOf(step), items, prepared as Prepared),
    ...(finish && { finish: (step) => finish(stepOf(step)) }),
  }
}
