import { OnvifClient, type OnvifClientOptions, OnvifRefused } from './onvif-client.ts'
import { pathOf, readEventsPath, readMediaPath, readProfiles, readStreamAddress } from './reply.ts'
import { motionOf, readEvents, readPullPoint, readSeconds } from './read-events.ts'
import type { PullPoint } from './request.ts'

export interface EventSessionOptions<Code> extends OnvifClientOptions<Code> {
  /** Path and query of the stream whose motion is wanted: a recorder reports that of all its cameras. */
  stream: string
  /** Milliseconds of a clock that is never set. */
  monotonicMs: () => number
}

/** Why a device gives no events: it refuses a call, or has no source for the stream. */
export type EventProblem<Code> = Code | 'login' | 'answer' | 'no-source'

/** How long a subscription is asked for, and how long the device waits for an event before it answers, in seconds. */
const LASTS_SECONDS = 300
const WAITS_SECONDS = 20
const MOST_MESSAGES = 100
/** Profiles whose stream is asked for, on devices with several cameras. */
const MOST_PROFILES = 32
/** A subscription is renewed when half of its time is over, but not more often than this. */
const LEAST_RENEWAL_MS = 2_000

/**
 * Reads the motion that a device reports by ONVIF (PullPoint). The subscription outlives the session: the next one goes on with it, so that
 * what the device has kept meanwhile is read.
 */
export class EventSession<Code> {
  readonly #options: EventSessionOptions<Code>
  readonly #client: OnvifClient<Code>
  #point: PullPoint | undefined
  #sources: readonly string[] | null = null
  #events = ''
  #renewAt = 0
  #hasNoSource = false
  #hasRead = false

  constructor(options: EventSessionOptions<Code>) {
    this.#options = options
    this.#client = new OnvifClient(options)
  }

  /** Why the last call failed with `OnvifRefused`. */
  get problem(): EventProblem<Code> {
    return this.#hasNoSource ? 'no-source' : (this.#client.refusal ?? 'answer')
  }

  /**
   * Logs in, and finds what is needed to read events.
   * @param before the subscription of an earlier session
   * @throws OnvifRefused
   */
  async open(before: PullPoint | null): Promise<void> {
    const client = this.#client
    await client.readClock()
    const find = (category: 'Media' | 'Events') =>
      client.call({ service: 'device', name: 'GetCapabilities', category }, client.path)
    const events = readEventsPath(await find('Events'))
    if (events === undefined) throw client.refuse()
    this.#events = events
    this.#sources = await this.#findSources(readMediaPath(await find('Media')))
    this.#point = before ?? undefined
  }

  /**
   * Waits for events, up to 20 seconds.
   * @returns what began to move, each once; and the subscription, if it is a new one
   * @throws OnvifRefused
   */
  async pull(): Promise<{ motion: string[]; subscription: PullPoint | undefined; wasKept: boolean }> {
    const before = this.#point
    const wasKept = before !== undefined && this.#renewAt === 0
    const isDue = this.#options.monotonicMs() >= this.#renewAt
    if (before === undefined || (isDue && !(await this.#does(() => this.#renew())))) {
      const subscription = await this.#subscribe()
      // What came before the new subscription is kept in the one that cannot be renewed.
      const last = before && (await this.#does(() => this.#read(before, 1)))
      if (last && last.length > 0) return { motion: last, subscription, wasKept }
      return { motion: await this.#read(subscription), subscription, wasKept: false }
    }
    const motion = await this.#does(() => this.#read(before))
    if (motion) return { motion, subscription: undefined, wasKept }
    // The device may have forgotten the subscription. It is made anew once.
    const subscription = await this.#subscribe()
    return { motion: await this.#read(subscription), subscription, wasKept: false }
  }

  /** The result of a call; undefined if the device answers that it cannot do it. @throws OnvifRefused for other reasons */
  async #does<T>(call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await call()
    } catch (error) {
      if (error instanceof OnvifRefused && this.#client.refusal === 'answer') return undefined
      throw error
    }
  }

  async #subscribe(): Promise<PullPoint> {
    const call = { service: 'events', name: 'CreatePullPointSubscription', seconds: LASTS_SECONDS } as const
    const { answer, document } = await this.#client.ask(call, this.#events)
    const made = readPullPoint(answer, document)
    if (!made) throw this.#client.refuse()
    const { seconds, ...point } = made
    this.#point = point
    this.#renewIn(seconds)
    return point
  }

  #renewIn(seconds: number): void {
    this.#renewAt = this.#options.monotonicMs() + Math.max(LEAST_RENEWAL_MS, seconds * 500)
  }

  async #renew(): Promise<true> {
    const { point, path } = this.#place(this.#point)
    const call = { service: 'subscription', name: 'Renew', point, seconds: LASTS_SECONDS } as const
    this.#renewIn(readSeconds(await this.#client.call(call, path)))
    return true
  }

  /** At first the device is to answer with what it has kept, without waiting for more. */
  async #read(subscription: PullPoint, seconds = this.#hasRead ? WAITS_SECONDS : 1): Promise<string[]> {
    const { point, path } = this.#place(subscription)
    const call = { service: 'events', name: 'PullMessages', point, seconds, most: MOST_MESSAGES } as const
    const events = readEvents(await this.#client.call(call, path))
    this.#hasRead = true
    return [...new Set(events.flatMap((event) => motionOf(event, this.#sources) ?? []))]
  }

  #place(point: PullPoint | undefined): { point: PullPoint; path: string } {
    const path = pathOf(point?.address)
    if (point === undefined || path === undefined) throw this.#client.refuse()
    return { point, path }
  }

  /** The tokens of the stream's source; null if the device has one source only. */
  async #findSources(media: string | undefined): Promise<readonly string[] | null> {
    if (media === undefined) return null
    const profiles = readProfiles(await this.#client.call({ service: 'media', name: 'GetProfiles' }, media))
    if (new Set(profiles.map(({ sources }) => sources[0])).size <= 1) return null
    const found: { path: string; sources: readonly string[] }[] = []
    for (const { token, sources } of profiles.slice(0, MOST_PROFILES)) {
      // oxlint-disable-next-line no-await-in-loop -- devices answer few calls at the same time
      const answer = await this.#client.call({ service: 'media', name: 'GetStreamUri', profile: token }, media)
      const address = readStreamAddress(answer)
      if (address) found.push({ path: address.path, sources })
    }
    const sources = sourcesOf(found, this.#options.stream)
    if (sources) return sources
    this.#hasNoSource = true
    throw this.#client.refuse()
  }
}

/**
 * The source of the profile whose stream this is. Makes differ in whether path or query name the camera, and addresses that people enter
 * leave parts of the query out.
 */
export function sourcesOf(
  profiles: readonly { path: string; sources: readonly string[] }[],
  stream: string,
): readonly string[] | undefined {
  const split = (text: string) => {
    const [path = '', query = ''] = text.split('?', 2)
    return { path, query: new URLSearchParams(query) }
  }
  const wanted = split(stream)
  const samePath = profiles.filter((profile) => split(profile.path).path === wanted.path)
  const sameQuery = samePath.filter((profile) => {
    const { query } = split(profile.path)
    return [...wanted.query].every(([name, value]) => query.get(name) === value)
  })
  return [samePath, sameQuery].map(theOnly).find((sources) => sources !== undefined)
}

function theOnly(profiles: readonly { sources: readonly string[] }[]): readonly string[] | undefined {
  const [first] = profiles
  return first && profiles.every(({ sources }) => sources[0] === first.sources[0]) ? first.sources : undefined
}
