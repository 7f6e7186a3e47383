import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSmtpSink } from '../receivers/smtp-sink.ts'
import type { SmtpSink } from '../receivers/smtp-sink.ts'
import { createWebhookSink } from '../receivers/webhook-sink.ts'
import type { WebhookSink } from '../receivers/webhook-sink.ts'
import { deliver, prepareAlarm, sendAlarm } from './send-alarm.ts'
import type { CameraTarget, Vendor } from './targets.ts'

// These bytes are no pictures. The way in which a device packs its pictures does not depend on their content.
const pictures = [0, 1].map((index) => ({
  jpeg: Buffer.from(`\xff\xd8 picture ${index} `.repeat(40), 'latin1'),
  at: index * 500,
}))
const scene = { at: new Date(2026, 10, 21, 1, 38, 50), pictures }
const camera = (vendor: Vendor, name = 'Yard'): CameraTarget => ({
  viewId: 'view-1',
  name,
  address: 'abc@in.example',
  via: 'smtp',
  vendor,
  seed: 3,
})

let smtp: SmtpSink
let web: WebhookSink
beforeAll(async () => {
  smtp = await createSmtpSink()
  web = await createWebhookSink()
})
afterAll(() => Promise.all([smtp.close(), web.close()]))

/** The mails of one alarm, in raw form and parsed by an independent parser. */
async function mailsOf(vendor: Vendor, name?: string) {
  const before = smtp.mails.length
  const replies = await sendAlarm({ camera: camera(vendor, name), smtp }, scene)
  const mails = smtp.mails.slice(before)
  expect(replies.map((reply) => reply.code)).toEqual(mails.map(() => 250))
  return Promise.all(
    mails.map(async (mail) => ({ raw: mail.raw.toString('latin1'), parsed: await simpleParser(mail.raw) })),
  )
}

describe('mails of devices', () => {
  it.each([
    ['hikvision', 'Yard: on Camera1: Motion Detection', /EVENT TIME: 2026-11-21,01:38:50\n[^]*CHANNEL NUMBER: 1/],
    ['hikvision-dvr', 'Embedded Net DVR: Motion Detected On Channel A4', /CAMERA NAME\(NUM\): Yard\(A4\)/],
    [
      'dahua',
      'Yard Alarm Message',
      /Alarm Event: Motion Detection Start\n[^]*\(D\/M\/Y H:M:S\): 21\/11\/2026 01:38:50/,
    ],
    ['reolink', 'Reolink: Motion Detection from Yard', /Alarm Camera Name: Yard/],
    ['axis', 'Yard: Motion', /Camera: Yard/],
    ['plain', 'Alarm', /^$/],
  ] as const)('%s: subject, body and every picture byte for byte', async (vendor, subject, body) => {
    const [mail] = await mailsOf(vendor)
    expect(mail?.parsed.subject).toBe(subject)
    expect(mail?.parsed.text?.replaceAll('\r\n', '\n') ?? '').toMatch(body)
    expect(mail?.parsed.attachments.map((part) => part.content)).toEqual(pictures.map((picture) => picture.jpeg))
  })

  it('hikvision: its unusual boundary, its charset and its mailer are sent', async () => {
    const [mail] = await mailsOf('hikvision', '仓库 3')
    expect(mail?.raw).toContain('X-Mailer: HIKMailer\r\nX-Priority: 2\r\n')
    expect(mail?.raw).toContain('multipart/alternative; boundary="#BOUNDARY#"')
    expect(mail?.raw).toContain('charset=gb2312\r\nContent-Transfer-Encoding: 8bit')
    // 仓库 in GB 2312
    expect(mail?.raw).toContain('IPC NAME: \xb2\xd6\xbf\xe2 3')
    expect(mail?.parsed.text).toContain('IPC NAME: 仓库 3')
  })

  it('dahua: the text is in base64, and a second mail without pictures reports the end', async () => {
    const [start, stop] = await mailsOf('dahua')
    expect(start?.raw).not.toContain('Alarm Event')
    expect(stop?.parsed.text).toMatch(/Motion Detection Stop/)
    expect(stop?.parsed.text).toMatch(/21\/11\/2026 01:38:54/)
    expect(stop?.parsed.attachments).toHaveLength(0)
  })

  it('plain: the pictures have no specific type', async () => {
    const [mail] = await mailsOf('plain')
    expect(mail?.raw.match(/application\/octet-stream; name="snap\d.jpg"/g)).toHaveLength(2)
    expect(mail?.raw).not.toContain('image/jpeg')
  })

  it('contains a given key as its only Message-ID', async () => {
    for (const vendor of ['hikvision', 'reolink'] as const) {
      const [message] = await prepareAlarm(camera(vendor), { ...scene, key: 'crash-17@test' })
      const raw = message?.via === 'smtp' ? message.raw.toString('latin1') : ''
      expect(raw.match(/^message-id:.*$/gim)).toEqual(['Message-ID: <crash-17@test>'])
    }
  })
})

const uploader = (vendor: Vendor): CameraTarget => ({ viewId: 'view-1', name: 'Gate', via: 'http', vendor, seed: 1 })
const http = (): { url: string; token: string } => ({ url: web.url, token: 't0ken' })

/**
 * Sends one upload and returns its response and the received request, whose body the platform's own parsers can read.
 */
async function uploaded(vendor: Vendor) {
  const [reply] = await sendAlarm({ camera: uploader(vendor), http: http() }, { ...scene, key: `key-${vendor}` })
  const request = web.requests.at(-1)
  const headers = { 'content-type': request?.headers['content-type'] ?? '' }
  return { reply, request, content: new Response(new Uint8Array(request?.body ?? []), { headers }) }
}

describe('uploads', () => {
  it.each(['plain', 'json'] as const)('as %s contain view, token and key, and the reply is parsed', async (vendor) => {
    web.answer({ status: 200, body: JSON.stringify({ signalId: 's1', alarmId: 'a1', duplicateOf: null }) })
    const { reply, request } = await uploaded(vendor)
    expect(reply).toMatchObject({ accepted: true, code: 200, key: `key-${vendor}`, signalId: 's1', alarmId: 'a1' })
    expect(reply).not.toHaveProperty('duplicateOf')
    expect(request).toMatchObject({ method: 'POST', path: '/api/v1/ingest/alarm?view=view-1' })
    expect(request?.headers).toMatchObject({ authorization: 'Bearer t0ken', 'idempotency-key': `key-${vendor}` })
  })

  it('in JSON contain each picture in base64 with its time', async () => {
    const { content } = await uploaded('json')
    expect(await content.json()).toMatchObject({
      event: 'motion',
      deviceTime: '2026-11-21T01:38:50',
      media: pictures.map(({ jpeg, at }) => ({
        contentType: 'image/jpeg',
        data: jpeg.toString('base64'),
        offsetMs: at,
      })),
    })
  })

  it('in multipart contain each picture as a file', async () => {
    const form = await (await uploaded('plain')).content.formData()
    expect(form.get('deviceTime')).toBe('2026-11-21T01:38:50')
    const files = form
      .getAll('image')
      .map(async (file) => (file instanceof File ? Buffer.from(await file.arrayBuffer()) : file))
    expect(await Promise.all(files)).toEqual(pictures.map((picture) => picture.jpeg))
  })

  it('have the same bytes in a repetition', async () => {
    const [message] = await prepareAlarm(uploader('plain'), scene)
    if (!message) throw new Error('nothing prepared')
    const before = web.requests.length
    await deliver(message, { http: http() })
    await deliver(message, { http: http() })
    const [first, second] = web.requests.slice(before)
    expect(first?.body.equals(second?.body ?? Buffer.alloc(0))).toBe(true)
    expect(first?.headers['idempotency-key']).toBe(second?.headers['idempotency-key'])
  })
})

describe('the result of an attempt', () => {
  it.each([
    [451, false, true],
    [552, false, false],
    [550, false, false],
  ])('after SMTP %i is: accepted %s, to be retried %s', async (code, accepted, retry) => {
    smtp.refuse(code)
    const [reply, ...more] = await sendAlarm({ camera: camera('dahua'), smtp }, scene)
    smtp.refuse(undefined)
    expect(reply).toMatchObject({ code, accepted, retry })
    expect(more).toHaveLength(0)
  })

  it.each([
    [429, true],
    [507, true],
    [400, false],
    [401, false],
  ])('after HTTP %i is: to be retried %s', async (status, retry) => {
    web.answer({ status })
    const target: CameraTarget = { viewId: 'v', name: 'n', via: 'http', vendor: 'json', seed: 1 }
    const [reply] = await sendAlarm({ camera: target, http: { url: web.url, token: 't' } }, scene)
    expect(reply).toMatchObject({ code: status, accepted: false, retry })
  })

  it('of an unreachable server is: not accepted, but to be retried', async () => {
    const gone = await createSmtpSink()
    await gone.close()
    const [mail] = await sendAlarm({ camera: camera('axis'), smtp: { host: gone.host, port: gone.port } }, scene)
    expect(mail).toMatchObject({ code: 0, accepted: false, retry: true })
    web.answer('reset')
    const target: CameraTarget = { viewId: 'v', name: 'n', via: 'http', vendor: 'json', seed: 1 }
    const [upload] = await sendAlarm({ camera: target, http: { url: web.url, token: 't' } }, scene)
    expect(upload).toMatchObject({ code: 0, accepted: false, retry: true })
  })
})
