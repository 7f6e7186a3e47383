import { setTimeout as wait } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import { getViewIntake } from '@winnow/contract'
import { createTransport } from 'nodemailer'
import { createJourneyCamera } from '../src/harness/camera.ts'
import { sendMailFlood } from '../src/harness/mail-flood.ts'
import type { Attack, Target } from './attack.ts'

const MEBIBYTE = 1024 * 1024
/** Mails sent in parallel: of the largest permitted size, or several whose total exceeds the limit for mails in progress. */
const FLOOD = { sample: { mails: 10, bytes: 32 * MEBIBYTE }, whole: { mails: 50, bytes: 63 * MEBIBYTE } }
const ORDINARY_EVERY_MS = 150
/** The cameras that send ordinary mails in turn, and the mails per camera. More mails would be refused by the limit per minute. */
const CAMERAS = 6
const PER_CAMERA = 40
/**
 * The limit for the median wait of an ordinary mail, as a share of the flood's duration. It is a share, since both times are shorter on a
 * faster machine. Before the server took mails in turns, the median wait was two fifths.
 */
const MAX_SHARE_OF_FLOOD = 1 / 6
const HEALTH_EVERY_MS = 250
/** The limit for the longest wait for `/healthz`. Before bytes in progress were limited, it did not answer for 11 s. */
const MAX_HEALTH_MS = 5_000

async function addressOf({ admin }: Target, name: string): Promise<string> {
  const { viewId } = await createJourneyCamera(admin, name)
  return (await admin.call(getViewIntake, { params: { id: viewId } })).address
}

/** Mails one picture, as cameras do, and returns the milliseconds to the `250`. */
async function sendOrdinary({ product }: Target, to: string): Promise<number> {
  const transport = createTransport({ ...product.smtp, ignoreTLS: true })
  const began = performance.now()
  try {
    const attachments = [{ filename: 'picture.jpg', content: randomBytes(60_000) }]
    await transport.sendMail({ from: 'camera@site.example', to, subject: 'Motion', text: 'Motion', attachments })
    return performance.now() - began
  } finally {
    transport.close()
  }
}

/** Requests `/healthz` again and again until the end. Returns the longest wait in milliseconds. */
async function watchHealth({ product }: Target, end: AbortSignal): Promise<number> {
  let longest = 0
  while (!end.aborted) {
    const began = performance.now()
    const reply = await fetch(`${product.url}/healthz`)
    await reply.arrayBuffer()
    if (reply.status !== 200) throw new Error(`/healthz answered ${reply.status} in the flood`)
    longest = Math.max(longest, performance.now() - began)
    await wait(HEALTH_EVERY_MS)
  }
  return longest
}

/** What was observed during a flood. Times are in milliseconds. */
interface Observed {
  /** The reply code of each large mail. */
  answers: string[]
  floodMs: number
  /** The wait of each ordinary mail for its `250`. */
  waits: number[]
  /** The longest wait for `/healthz`. */
  healthMs: number
}

async function flood(target: Target): Promise<Observed> {
  const { product, address: from, scale } = target
  const to = await addressOf(target, 'Large mails')
  const cameras = await Promise.all(Array.from({ length: CAMERAS }, (_, n) => addressOf(target, `Ordinary ${n}`)))
  const over = new AbortController()
  const began = performance.now()
  const large = sendMailFlood({ smtp: product.smtp, from, to, ...FLOOD[scale] }).finally(() => over.abort())
  const health = watchHealth(target, over.signal)
  // An error is reported at the end, and not as an unhandled rejection.
  for (const running of [large, health]) running.catch(() => undefined)
  const ordinary: Promise<PromiseSettledResult<number>[]>[] = []
  while (!over.signal.aborted && ordinary.length < CAMERAS * PER_CAMERA) {
    ordinary.push(Promise.allSettled([sendOrdinary(target, cameras[ordinary.length % CAMERAS] ?? '')]))
    await wait(ORDINARY_EVERY_MS)
  }
  const [answers, healthMs] = await Promise.all([large, health])
  const floodMs = performance.now() - began
  const settled = (await Promise.all(ordinary)).flat()
  const refused = settled.filter(({ status }) => status === 'rejected')
  if (refused.length > 0) throw new Error(`${refused.length} of ${settled.length} ordinary mails were refused`)
  const waits = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  return { answers, floodMs, waits, healthMs }
}

export const attack: Attack = {
  title: 'a flood of large mails delays neither ordinary mails nor /healthz for long, and no ordinary mail is refused',
  async run(target) {
    const { answers, floodMs, waits, healthMs } = await flood(target)
    const unknown = answers.filter((answer) => answer !== '250' && answer !== '451')
    if (unknown.length > 0) throw new Error(`large mails were answered with ${[...new Set(unknown)].join()}`)
    const taken = answers.filter((answer) => answer === '250').length
    if (taken === 0) throw new Error('no large mail was taken')
    const median = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? 0
    const ms = (value: number): string => `${Math.round(value)} ms`
    target.print(`${taken} of ${answers.length} large mails taken in ${ms(floodMs)}; /healthz at most ${ms(healthMs)}`)
    target.print(`${waits.length} ordinary mails: half within ${ms(median)}, all within ${ms(Math.max(...waits))}`)
    if (healthMs > MAX_HEALTH_MS) throw new Error(`/healthz did not answer for ${ms(healthMs)}`)
    if (median > floodMs * MAX_SHARE_OF_FLOOD)
      throw new Error(`half of the ordinary mails waited ${ms(median)} in a flood of ${ms(floodMs)}`)
  },
}
