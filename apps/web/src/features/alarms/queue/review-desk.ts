import { CLAIM_SECONDS, type nextReview, type renewReview, type ReplyOf, type ReviewItem } from '@winnow/contract'

type NextReply = ReplyOf<typeof nextReview>
type RenewStatus = ReplyOf<typeof renewReview>['status']

/** What a question for the next alarm says about the last one. */
export interface NextAsk {
  done?: string
  skip?: string
  withSkipped?: boolean
  takeOver?: boolean
}

export interface ReviewDeskDeps {
  next: (tab: string, ask: NextAsk) => Promise<NextReply>
  renew: (tab: string, alarm: string | undefined) => Promise<RenewStatus>
  leave: (tab: string) => void
  newTab: () => string
  schedule: (run: () => void, ms: number) => () => void
  /** A monotonic clock, in milliseconds. */
  now: () => number
  /** Whether the page is visible. */
  isVisible: () => boolean
  /** Whether somebody has used the page lately. */
  isUsed: () => boolean
  random: () => number
}

/**
 * What the operator sees. `held`: an alarm. `empty`: nothing waits. `elsewhere`: they work in another tab. `away`: the page was hidden or
 * unused for so long that the alarm went back to the queue. `failed`: the server could not be asked; it is asked again.
 */
export type Phase = 'loading' | 'held' | 'empty' | 'elsewhere' | 'away' | 'failed'

export interface DeskSnapshot {
  phase: Phase
  item: ReviewItem | null
  /** Alarms to prefetch. */
  ahead: readonly string[]
  /** Whether the next alarm was asked for, while the last one is still on screen. */
  moving: boolean
  /** Why the last alarm left, if the operator did not send it away. */
  lost: boolean
  error: unknown
}

/** A claim lasts three beats, so that one beat may fail. */
const BEAT_MS = 20_000
const RETRY_MS = 4_000
/** After a change, operators of an empty queue ask within this time, but not all at once. */
const SPREAD_MS = 300

const START: DeskSnapshot = { phase: 'loading', item: null, ahead: [], moving: false, lost: false, error: undefined }

/** The operator's place in the review queue: asks for alarms, keeps the claim of the one on screen, and gives it back. */
export class ReviewDesk {
  readonly #deps: ReviewDeskDeps
  readonly #listeners = new Set<() => void>()
  #shown = START
  #tab: string | undefined
  /** Counts questions, so that the reply to an older one is dropped. */
  #asked = 0
  /** The question that failed. */
  #failed: NextAsk = {}
  #renewedAt = 0
  #cancelBeat: (() => void) | undefined
  #cancelWake: (() => void) | undefined

  constructor(deps: ReviewDeskDeps) {
    this.#deps = deps
  }

  readonly snapshot = (): DeskSnapshot => this.#shown

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** The name of this visit; undefined before and after it. */
  get tab(): string | undefined {
    return this.#tab
  }

  /**
   * Takes the seat, also from another tab of the operator. Each visit has a name of its own, so that a late farewell of the last one does
   * no harm. Returns a function that leaves.
   */
  enter(): () => void {
    this.#tab = this.#deps.newTab()
    void this.#ask({ takeOver: true })
    return () => this.leave()
  }

  /** Frees the seat and the alarm. */
  leave(): void {
    this.#cancelBeat?.()
    this.#cancelWake?.()
    this.#cancelWake = undefined
    this.#asked += 1
    if (this.#tab !== undefined) this.#deps.leave(this.#tab)
    this.#tab = undefined
    this.#shown = START
  }

  /** Goes on after the operator has labelled the alarm. */
  labelled(alarmId: string): void {
    if (this.#holds(alarmId)) void this.#ask({ done: alarmId })
  }

  /** Puts the alarm aside and goes on. */
  skip(): void {
    const id = this.#shown.item?.alarm.id
    if (id !== undefined && this.#holds(id)) void this.#ask({ skip: id })
  }

  /** Goes on after the alarm was handed over. */
  given(): void {
    void this.#ask({})
  }

  /** Goes on since somebody else has decided the alarm. */
  async taken(alarmId: string): Promise<void> {
    if (!this.#holds(alarmId)) return
    await this.#ask({})
    this.#show({ lost: true })
  }

  /** Takes up the alarms that the operator has put aside. */
  takeUpSkipped(): void {
    void this.#ask({ withSkipped: true })
  }

  /** Continues in this tab, after another tab or an absence. */
  continueHere(): void {
    this.#show({ phase: 'loading' })
    void this.#ask({ takeOver: true })
  }

  /** Something changed that may give an operator of an empty queue an alarm. */
  wake(): void {
    if (this.#shown.phase !== 'empty' || this.#cancelWake !== undefined || !this.#deps.isVisible()) return
    this.#cancelWake = this.#deps.schedule(() => {
      this.#cancelWake = undefined
      if (this.#shown.phase === 'empty') void this.#ask({})
    }, this.#deps.random() * SPREAD_MS)
  }

  /** The page became visible again. */
  returned(): void {
    if (this.#shown.phase === 'held' || this.#shown.phase === 'empty') void this.#beat()
  }

  #holds(alarmId: string): boolean {
    return this.#shown.item?.alarm.id === alarmId && !this.#shown.moving
  }

  #show(change: Partial<DeskSnapshot>): void {
    this.#shown = { ...this.#shown, ...change }
    for (const listener of this.#listeners) listener()
  }

  #beatIn(ms: number): void {
    this.#cancelBeat?.()
    this.#cancelBeat = this.#deps.schedule(() => void this.#beat(), ms)
  }

  async #ask(request: NextAsk): Promise<void> {
    if (this.#tab === undefined) return
    const number = ++this.#asked
    this.#show({ moving: this.#shown.item !== null, error: undefined })
    let reply: NextReply
    try {
      reply = await this.#deps.next(this.#tab, request)
    } catch (error) {
      if (number !== this.#asked) return
      this.#failed = request
      this.#show({ phase: 'failed', error, moving: false, item: null })
      this.#beatIn(RETRY_MS)
      return
    }
    if (number !== this.#asked) return
    this.#renewedAt = this.#deps.now()
    this.#show({ phase: reply.status, item: reply.item, ahead: reply.ahead, moving: false, lost: false })
    if (reply.status === 'elsewhere') this.#cancelBeat?.()
    else this.#beatIn(BEAT_MS)
  }

  async #beat(): Promise<void> {
    const { phase } = this.#shown
    if (this.#tab === undefined) return
    if (phase === 'failed') await this.#ask(this.#failed)
    else if (!this.#deps.isVisible() || (phase === 'held' && !this.#deps.isUsed())) this.#beAway()
    else if (phase === 'empty') await this.#ask({})
    else await this.#renew(this.#tab)
  }

  /** The claim runs out by itself. The operator is told, since somebody else may get the alarm. */
  #beAway(): void {
    if (this.#deps.now() - this.#renewedAt < CLAIM_SECONDS * 1_000) {
      this.#beatIn(BEAT_MS)
      return
    }
    if (this.#tab !== undefined) this.#deps.leave(this.#tab)
    this.#cancelBeat?.()
    this.#asked += 1
    this.#show({ phase: 'away', item: null, moving: false })
  }

  async #renew(tab: string): Promise<void> {
    const number = this.#asked
    let status: RenewStatus | undefined
    try {
      status = await this.#deps.renew(tab, this.#shown.item?.alarm.id)
    } catch {
      // The next beat tries again. The connection's banner tells the operator.
    }
    if (number !== this.#asked) return
    if (status === 'held' || status === 'idle') this.#renewedAt = this.#deps.now()
    if (status === 'elsewhere') this.#show({ phase: 'elsewhere', item: null })
    else if (status === 'lost') {
      await this.#ask({})
      this.#show({ lost: true })
    } else this.#beatIn(BEAT_MS)
  }
}
