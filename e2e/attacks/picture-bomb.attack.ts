import { setTimeout as wait } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import { createToken, getAlarm, ingestAlarm, type Alarm } from '@winnow/contract'
import sharp from 'sharp'
import { createJourneyCamera, decidedAlarms, mailPictures } from '../src/harness/camera.ts'
import type { Attack, Target } from './attack.ts'

/** Largest long side, in pixels, of a picture that is sent to a browser. */
const SHOWN_SIDE = 4096

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const bytes = Buffer.alloc(named.length + 8)
  bytes.writeUInt32BE(content.length, 0)
  named.copy(bytes, 4)
  bytes.writeUInt32BE(crc32(named), named.length + 4)
  return bytes
}

/** A black PNG of one bit a pixel: some kilobytes that a browser unpacks to gigabytes. */
function bomb(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc(side * (1 + side / 8)), { level: 9 })
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

function expectThat(holds: boolean, what: string, seen: unknown): void {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(seen)}`)
}

async function upload({ product, admin }: Target, viewId: string, picture: Buffer): Promise<void> {
  const { secret } = await admin.call(createToken, { body: { name: `bomb ${viewId}`, tokenType: 'ingest' } })
  const reply = await fetch(`${product.url}/api${ingestAlarm.path}?view=${viewId}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'image/png' },
    body: new Uint8Array(picture),
  })
  expectThat(reply.ok, 'an alarm with a bomb was not taken', reply.status)
}

async function fetchFrame({ product, admin }: Target, alarm: Alarm, position: number, query = '', headers = {}) {
  const url = `${product.url}/api/v1/alarm/${alarm.id}/frame/${position}/image${query}`
  const reply = await fetch(url, { headers: { cookie: admin.cookie, ...headers } })
  return { reply, bytes: Buffer.from(await reply.arrayBuffer()) }
}

/** Checks that the alarm with the bomb was passed on unverified, and that the bomb is stored as a file without a picture to show. */
async function checkBomb(target: Target, alarm: Alarm, position: number, sent: Buffer): Promise<void> {
  const frame = alarm.frames.find((one) => one.position === position)
  expectThat(alarm.verdict === 'unverified', 'not passed on unverified', alarm.verdict)
  expectThat(
    alarm.reasons.some(({ code }) => code === 'decode-failed'),
    'no reason is given',
    alarm.reasons,
  )
  expectThat(frame?.url === null && frame.problem === 'too-many-pixels', 'offered for display', frame)
  for (const [query, headers] of [
    ['', {}],
    ['?prefetch=true', {}],
    ['?original=true', { 'sec-fetch-dest': 'image' }],
  ] as const) {
    const { reply, bytes } = await fetchFrame(target, alarm, position, query, headers)
    expectThat(reply.status === 404 && !bytes.includes(sent), 'served for display', [query, reply.status])
  }
  const { reply, bytes } = await fetchFrame(target, alarm, position, '?original=true')
  expectThat(
    reply.headers.get('content-disposition')?.startsWith('attachment') === true,
    'served to be shown',
    reply.status,
  )
  expectThat(bytes.equals(sent), 'not kept as it came', bytes.length)
}

/** The alarm of a camera after the analysis of its pictures. On a busy machine, it may have been passed on before, at its deadline. */
async function onlyAlarm({ admin }: Target, viewId: string): Promise<Alarm> {
  const [row] = await decidedAlarms(admin, viewId, 1)
  for (const end = performance.now() + 60_000; ;) {
    const alarm = await admin.call(getAlarm, { params: { id: row?.id ?? '' } })
    const isReleased = alarm.reasons.some(({ code }) => code === 'deadline')
    if (!isReleased || performance.now() > end) return alarm
    await wait(250)
  }
}

export const attack: Attack = {
  title:
    'a picture of few bytes and many pixels never reaches a browser, by mail or by HTTP; the alarm is passed on and the file is kept',
  run: async (target) => {
    const { admin, product } = target
    const png = bomb(16_000)
    const wide = await sharp({ create: { width: 5120, height: 1440, channels: 3, background: '#345678' } })
      .jpeg()
      .toBuffer()
    const [mailed, posted] = [
      await createJourneyCamera(admin, 'Mailed bomb'),
      await createJourneyCamera(admin, 'Posted bomb'),
    ]
    await mailPictures({ api: admin, product }, mailed.viewId, [{ jpeg: png }, { jpeg: wide }])
    await upload(target, posted.viewId, png)

    const both = await onlyAlarm(target, mailed.viewId)
    await checkBomb(target, both, 0, png)
    const { reply, bytes } = await fetchFrame(target, both, 1)
    expectThat(reply.headers.get('content-type') === 'image/jpeg', 'a large picture is not shown', reply.status)
    const { width, height } = await sharp(bytes).metadata()
    expectThat(Math.max(width, height) <= SHOWN_SIDE, 'larger than browsers are given', [width, height])
    await checkBomb(target, await onlyAlarm(target, posted.viewId), 0, png)
  },
}
