/**
 * The error if the child process that worked on a job ended unexpectedly: by a signal, an exit, or too much memory. The job may be the
 * cause or not. Therefore the caller counts these errors per alarm and does not try again after the second one.
 */
export class AnalysisCrashed extends Error {
  override readonly name = 'AnalysisCrashed'
  /** `signal`, `exit`, `memory` or `start` (no child could be started). */
  readonly why: 'signal' | 'exit' | 'memory' | 'start'
  readonly signal: string | null
  readonly exitCode: number | null

  constructor(
    why: AnalysisCrashed['why'],
    facts: { signal?: string | null; exitCode?: number | null; stderr?: string } = {},
  ) {
    const end =
      facts.signal ?? (facts.exitCode === undefined || facts.exitCode === null ? '' : `code ${facts.exitCode}`)
    super(['The analysis child died:', why, end, facts.stderr].filter(Boolean).join(' '))
    this.why = why
    this.signal = facts.signal ?? null
    this.exitCode = facts.exitCode ?? null
  }
}

/** The error if a child process did not answer in time and was killed. */
export class AnalysisTimeout extends Error {
  override readonly name = 'AnalysisTimeout'
  readonly timeoutMs: number

  constructor(timeoutMs: number) {
    super(`The analysis took longer than ${timeoutMs} ms.`)
    this.timeoutMs = timeoutMs
  }
}

/** The error if the pool was closed while the job waited or ran. */
export class PoolClosed extends Error {
  override readonly name = 'PoolClosed'

  constructor() {
    super('The analysis pool is closed.')
  }
}
