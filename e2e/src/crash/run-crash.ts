import { getAlarm, listViewSignals, type SignalRow } from '@winnow/contract'
import { createRandom } from '@winnow/testkit'
import { packFolder } from '@winnow/vision/packs'
import { writeRedness } from '@winnow/vision/testing'
import { join } from 'node:path'
import { logIn, type ApiClient } from '../harness/api-client.ts'
import { removeDataDir, startProduct, type Product } from '../harness/product.ts'
import { createCrashCameras, messageKeyOf, type CrashCamera, type Way } from './crash-cameras.ts'
import { startCrashReceivers, type CrashReceivers, type SentReport } from './crash-receivers.ts'
import { freePort } from './free-port.ts'
import { killDatabase } from './kill-database.ts'
import { startSender, type Destination, type Sender } from './sender.ts'

export interface CrashReport extends SentReport {
  kills: number
  databaseKills: number
  acknowledged: number
  /** The acknowledged messages of each way in. */
  acknowledgedBy: Partial<Record<Way, number>>
  /** Acknowledged messages without a signal. */
  lost: string[]
  /** Acknowledged messages with more than one signal that is not marked as a repeat, although repeats can be known. */
  doubled: string[]
  /**
   * Acknowledged messages that were stored, but whose content could not be read. Such a signal does not tell its message, so a message is
   * counted here and not as `lost` if the camera still has an unread signal.
   */
  unread: string[]
  /** Acknowledged messages without an alarm, or whose alarm has no verdict. */
  undecided: string[]
  repeats: number
}

export interface CrashOptions {
  kills: number
  /** Determines when and what is killed. The same seed gives the same sequence. */
  seed: string
  /**
   * Whether a detector of some hundred bytes decides the alarms. The built-in one takes a third of a second of a processor for each of many
   * hundred messages, and what is lost does not depend on it.
   */
  hasTinyDetector?: boolean
  report?: (line: string) => void
}

/** Listeners that need no fixed port. */
const FREE = { WINNOW_INGEST_PORT: '0', WINNOW_PROBES_PORT: '0' }
const SETTINGS = {
  WINNOW_DEADLINE_SECONDS: '5',
  WINNOW_LOG_LEVEL: 'error',
  WINNOW_DEMO: 'on',
  WINNOW_DC09: 'on',
  WINNOW_FRONTEL: 'on',
  WINNOW_ALLOWED_NETWORKS_RECEIVERS: '127.0.0.0/8',
}
const LONGEST_LIFE_MS = 4_000

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const addTinyDetector = (dataDir: string) => writeRedness(join(packFolder(dataDir), 'redness'))

async function allSignals(api: ApiClient, viewId: string): Promise<SignalRow[]> {
  const rows: SignalRow[] = []
  for (;;) {
    const before = rows.at(-1)?.id
    const page = await api.call(listViewSignals, {
      params: { id: viewId },
      query: { limit: 100, ...(before ? { before } : {}) },
    })
    rows.push(...page)
    if (page.length < 100) return rows
  }
}

/** Waits until every signal of a camera was read, and returns the signals by their message's key. */
async function settledSignals(api: ApiClient, viewId: string): Promise<Map<string, SignalRow[]>> {
  const end = Date.now() + 90_000
  for (;;) {
    const rows = await allSignals(api, viewId)
    if (rows.every((row) => row.kind !== null) || Date.now() > end) return Map.groupBy(rows, messageKeyOf)
    await pause(250)
  }
}

async function hasVerdict(api: ApiClient, alarmId: string): Promise<boolean> {
  const end = Date.now() + 60_000
  for (;;) {
    const { verdict } = await api.call(getAlarm, { params: { id: alarmId } })
    if (verdict !== null) return true
    if (Date.now() > end) return false
    await pause(250)
  }
}

async function judge(
  api: ApiClient,
  cameras: readonly CrashCamera[],
  senders: readonly Sender[],
): Promise<Omit<CrashReport, 'kills' | 'databaseKills' | keyof SentReport>> {
  const result = {
    acknowledged: 0,
    acknowledgedBy: {} as Partial<Record<Way, number>>,
    lost: [] as string[],
    doubled: [] as string[],
    unread: [] as string[],
    undecided: [] as string[],
    repeats: 0,
  }
  for (const [index, camera] of cameras.entries()) {
    const found = await settledSignals(api, camera.viewId)
    // A message that could not be read has no subject or text that identifies it.
    let unread = found.get('')?.length ?? 0
    const { via, knowsRepeats } = camera
    result.acknowledgedBy[via] = (result.acknowledgedBy[via] ?? 0) + (senders[index]?.acknowledged.length ?? 0)
    for (const key of senders[index]?.acknowledged ?? []) {
      result.acknowledged++
      const signals = found.get(key) ?? []
      const originals = signals.filter(({ duplicateOf }) => duplicateOf === null)
      result.repeats += signals.length - originals.length
      const [original] = originals
      if (!original) (unread-- > 0 ? result.unread : result.lost).push(key)
      else if (originals.length > 1 && knowsRepeats) result.doubled.push(key)
      else if (original.alarmId === null || !(await hasVerdict(api, original.alarmId))) result.undecided.push(key)
    }
  }
  return result
}

/**
 * Cameras send without pause while the product is killed at random points and started again. In each pair of kills, one includes the
 * database. Afterwards, the senders' lists of acknowledged messages are compared with the stored signals, and what receivers took with what
 * the product says that it sent.
 */
export async function runCrash(options: CrashOptions): Promise<CrashReport> {
  const random = createRandom(options.seed)
  const say = options.report ?? (() => {})
  // The ports stay the same, because cameras know a single address and retry until it responds.
  const [httpPort, smtpPort, ftpPort] = [await freePort(), await freePort(), await freePort()]
  const [dc09Port, frontelPort] = [await freePort(), await freePort()]
  const settings = {
    ...SETTINGS,
    WINNOW_HTTP_PORT: String(httpPort),
    WINNOW_SMTP_PORT: String(smtpPort),
    WINNOW_FTP_PORT: String(ftpPort),
    WINNOW_DC09_PORT: String(dc09Port),
    WINNOW_FRONTEL_PORT: String(frontelPort),
    ...FREE,
  }
  const fill = options.hasTinyDetector ? addTinyDetector : async () => undefined
  let product: Product = await startProduct({ isPrepared: true, fill, settings })
  const { dataDir } = product
  const account = product.accounts['admin']
  if (!account) throw new Error('the first start printed no administrator')
  let receivers: CrashReceivers | undefined
  try {
    let api = await logIn(product.url, account)
    const me = (await (await fetch(`${product.url}/api/auth/user`, { headers: { cookie: api.cookie } })).json()) as {
      companyId: string
    }
    const { siteId, cameras } = await createCrashCameras(api, me.companyId)
    receivers = await startCrashReceivers(api, siteId, () => product.url)
    const destination = (): Destination => ({
      url: product.url,
      smtp: product.smtp,
      ftp: product.ftp,
      dc09: product.dc09,
      frontel: product.frontel,
    })
    const senders = cameras.map((camera) => startSender({ ...camera, destination }))
    let databaseKills = 0
    let withDatabase = false
    for (let kill = 1; kill <= options.kills; kill++) {
      await pause(random.next() * LONGEST_LIFE_MS)
      withDatabase = kill % 2 === 1 ? random.chance(0.5) : !withDatabase
      await Promise.all([product.kill(), withDatabase ? killDatabase(dataDir) : undefined])
      if (withDatabase) databaseKills++
      const started = performance.now()
      product = await startProduct({ dataDir, settings: { ...settings, WINNOW_DEMO: 'off' } })
      const sent = senders.reduce((total, sender) => total + sender.acknowledged.length, 0)
      say(
        `kill ${kill}${withDatabase ? ' with database' : ''}: up again after ${Math.round(performance.now() - started)} ms, ${sent} acknowledged`,
      )
    }
    await pause(500)
    await Promise.all(senders.map((sender) => sender.stop()))
    api = await logIn(product.url, account)
    const received = await judge(api, cameras, senders)
    return { kills: options.kills, databaseKills, ...received, ...(await receivers.judge(api, dataDir)) }
  } finally {
    await receivers?.close()
    await product.stop()
    await removeDataDir(dataDir)
  }
}
