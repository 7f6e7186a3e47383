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

export const attack: Attack = {
  title: 'a flood of large mails does not delay ordinary mails for long, and none of these is refused',
  async run(target) {
    const { product, address: from, scale } = target
    const to = await addressOf(target, 'Large mails')
    const cameras = await Promise.all(Array.from({ length: CAMERAS }, (_, n) => addressOf(target, `Ordinary ${n}`)))
    const over = new AbortController()
    const began = performance.now()
    const flood = sendMailFlood({ smtp: product.smtp, from, to, ...FLOOD[scale] }).finally(() => over.abort())
    const ordinary: Promise<PromiseSettledResult<number>[]>[] = []
    while (!over.signal.aborted && ordinary.length < CAMERAS * PER_CAMERA) {
      // `allSettled`, so that a refused mail is reported at the end and not as an unhandled rejection.
      ordinary.push(Promise.allSettled([sendOrdinary(target, cameras[ordinary.length % CAMERAS] ?? '')]))
      await wait(ORDINARY_EVERY_MS)
    }
    const answers = await flood
    const floodMs = performance.now() - began
    const settled = (await Promise.all(ordinary)).flat()
    const refused = settled.filter(({ status }) => status === 'rejected')
    if (refused.length > 0) throw new Error(`${refused.length} of ${settled.length} ordinary mails were refused`)
    const waits = settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const unknown = answers.filter((answer) => answer !== '250' && answer !== '451')
    if (unknown.length > 0) throw new Error(`large mails were answered with ${[...new Set(unknown)].join()}`)
    if (!answers.includes('250')) throw new Error('no large mail was taken')
    const median = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)] ?? 0
    if (median > floodMs * MAX_SHARE_OF_FLOOD)
      throw new Error(
        `half of the ordinary mails waited ${Math.round(median)} ms in a flood of ${Math.round(floodMs)} ms`,
      )
  },
}
