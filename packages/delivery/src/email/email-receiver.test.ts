import { afterEach, describe, expect, it } from 'vitest'
import { createGuard } from '../guard/guard.ts'
import { createMailer } from '../mail/create-mailer.ts'
import type { DeliveryDeps } from '../receiver.ts'
import { isReceiverDown } from '../result.ts'
import { NOW, sampleAlarm, sampleMessage } from '../testing/sample-alarm.ts'
import { smtpRefusal, startSmtpSink, type ReceivedMail, type SmtpSink } from '../testing/smtp-sink.ts'
import { emailReceiver } from './email-receiver.ts'

const cleanups: (() => Promise<void> | void)[] = []
const [ann, ben, cleo] = ['ann@a.example', 'ben@b.example', 'cleo@c.example'] as const
const everybody = { recipients: [ann, ben, cleo] }
const jpeg = Uint8Array.from({ length: 5000 }, (_unused, index) => (index * 7) % 256)

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

async function start(
  options: Parameters<typeof startSmtpSink>[0] = {},
): Promise<{ sink: SmtpSink; deps: DeliveryDeps }> {
  const sink = await startSmtpSink({ disabledCommands: ['STARTTLS'], ...options })
  const guard = createGuard({ allowedNetworks: [], ownAddresses: [] })
  const mailer = createMailer({
    smtp: { host: '127.0.0.1', port: sink.port, secure: false },
    from: 'Alarms <alarms@winnow.example>',
    outboxDir: '/dev/null/outbox',
  })
  cleanups.push(
    () => sink.close(),
    () => guard.close(),
    () => mailer.close(),
  )
  return { sink, deps: { guard, mailer } }
}

function only(mails: readonly ReceivedMail[]): ReceivedMail {
  const [mail] = mails
  if (!mail || mails.length !== 1) throw new Error(`${mails.length} mails instead of one`)
  return mail
}

describe('an alarm by e-mail', () => {
  it.each([
    [undefined, undefined, undefined],
    ['low', 'low', '5'],
    ['medium', undefined, undefined],
    ['high', 'high', '2'],
    ['critical', 'high', '1'],
  ] as const)('of severity %s has the importance %s', async (severity, importance, priority) => {
    const { sink, deps } = await start()
    const message = sampleMessage({ payload: sampleAlarm({ severity }) })
    expect(await emailReceiver.send(message, { recipients: [ann] }, deps)).toMatchObject({ ok: true })
    const { raw } = only(sink.mails)
    expect(/^Importance: (\w+)/im.exec(raw)?.[1]).toBe(importance)
    expect(/^X-Priority: (\d)/im.exec(raw)?.[1]).toBe(priority)
  })

  it('shows the picture in its text and as an attachment, and contains place, time and a link', async () => {
    const { sink, deps } = await start()
    const message = sampleMessage({ picture: { jpeg, name: 'North gate 13:00' } })
    const result = await emailReceiver.send(message, { recipients: [ann] }, deps)
    expect(result).toMatchObject({ ok: true })
    const { parsed, raw } = only(sink.mails)
    expect(parsed.subject).toBe('Alarm: North gate, Depot')
    expect(parsed.text).toBe(
      [
        'Alarm',
        'A person or vehicle that matters was recognised.',
        '',
        'Client: Müller & Söhne',
        'Site: Depot',
        'Camera: North gate',
        'Received: 1 Mar 2026, 13:00:00 CET (Europe/Berlin)',
        'Device time: 2026-03-01 12:59:58',
        'Found: person 87 %, vehicle 41 %',
        '',
        'Open in the console: https://winnow.example/cams/alarms/019a9f30-0000-7000-8000-000000000001',
        '',
      ].join('\n'),
    )
    const [picture] = parsed.attachments
    expect(parsed.attachments).toHaveLength(1)
    expect(picture).toMatchObject({ contentType: 'image/jpeg', filename: 'North gate 13-00.jpg', related: true })
    expect(picture?.content.equals(jpeg)).toBe(true)
    expect(raw).toContain(`cid:${picture?.cid}`)
    expect(parsed.html).toContain('>Müller &amp; Söhne</td>')
    expect(parsed.headers.get('auto-submitted')).toBe('auto-generated')
    expect(parsed.date).toEqual(NOW)
  })

  it('is written in the language of the receiver', async () => {
    const { sink, deps } = await start()
    const picture = { jpeg, name: 'North gate' }
    await emailReceiver.send(sampleMessage({ picture }), { recipients: [ann], language: 'fr' }, deps)
    const { parsed } = only(sink.mails)
    expect(parsed.subject).toBe('Alarme\u202f: North gate, Depot')
    expect(parsed.text).toContain('\nCaméra\u202f: North gate\n')
    expect(parsed.text).toContain('\nOuvrir dans la console\u202f: https://winnow.example/cams/alarms/')
    expect(parsed.html).toContain('<html lang="fr">')
    expect(parsed.html).toContain('alt="L’image, avec les cadres de ce qui a été trouvé"')
    expect(parsed.html).toMatch(/>Ouvrir dans la console<\/a>/)
  })

  it('is sent without a picture when there is none', async () => {
    const { sink, deps } = await start()
    await emailReceiver.send(sampleMessage(), { recipients: [ann] }, deps)
    const { parsed, raw } = only(sink.mails)
    expect(parsed.attachments).toEqual([])
    expect(raw).not.toContain('cid:')
  })

  it('is sent to each recipient separately', async () => {
    const { sink, deps } = await start()
    expect(await emailReceiver.send(sampleMessage(), everybody, deps)).toMatchObject({ ok: true })
    expect(sink.mails.map(({ to }) => to)).toEqual([[ann], [ben], [cleo]])
    expect(sink.mails.map(({ raw }) => (raw.match(/@[abc]\.example/g) ?? []).length)).toEqual([1, 1, 1])
    expect(new Set(sink.mails.map(({ parsed }) => parsed.messageId)).size).toBe(3)
    expect(sink.connections()).toBe(1)
  })

  it('has the same Message-ID in a repetition, and a correction is in the same thread', async () => {
    const { sink, deps } = await start()
    const correction = sampleAlarm({ type: 'alarm.corrected', verdict: 'false', previous: { verdict: 'true' } })
    await emailReceiver.send(sampleMessage(), { recipients: [ann] }, deps)
    await emailReceiver.send(sampleMessage({ attempt: 2 }), { recipients: [ann] }, deps)
    await emailReceiver.send(sampleMessage({ id: 'other', payload: correction }), { recipients: [ann] }, deps)
    const [first, again, corrected] = sink.mails.map(({ parsed }) => parsed)
    expect(again?.messageId).toBe(first?.messageId)
    expect(corrected?.messageId).not.toBe(first?.messageId)
    expect(corrected?.references).toBe(first?.references)
  })

  it('is not changed by special characters in the names', async () => {
    const { sink, deps } = await start()
    const name = 'Gate\r\nBcc: evil@example.com\r\n\r\n<script>alert(1)</script><img src=x onerror=alert(1)>\u202e'
    const payload = sampleAlarm({
      view: { id: 'v', name },
      site: { id: 's', name, timezone: 'Nowhere' },
      project: { id: 'p', name },
      deviceTime: name,
      consoleUrl: 'javascript:alert(1)',
      detections: [
        { picture: 0, class: name, score: 0.5, box: { x: 0, y: 0, width: 1, height: 1 }, moved: null, doubt: null },
      ],
    })
    await emailReceiver.send(sampleMessage({ payload, picture: { jpeg, name } }), { recipients: [ann] }, deps)
    const { to, raw, parsed } = only(sink.mails)
    expect(to).toEqual([ann])
    expect(raw).not.toMatch(/^Bcc:/im)
    expect(parsed.subject?.startsWith('Alarm: Gate Bcc: evil@example.com <script>')).toBe(true)
    expect(parsed.html).not.toMatch(/<script|<img src=x|javascript:/)
    expect(parsed.text).not.toContain('javascript:')
    expect(parsed.attachments[0]?.filename).toMatch(/^Gate Bcc-[\p{L}\p{N}._ -]*\.jpg$/u)
  })
})

describe('recipients that the mail server refuses', () => {
  it('do not keep the others from getting the mail', async () => {
    const { sink, deps } = await start({ refuse: (to) => (to === ben ? smtpRefusal(550) : undefined) })
    const result = await emailReceiver.send(sampleMessage(), everybody, deps)
    expect(result).toMatchObject({ ok: true, detail: '1 of 3 recipients were refused for good.' })
    expect(sink.mails.map(({ to }) => to)).toEqual([[ann], [cleo]])
  })

  it('are a permanent failure if there is no other recipient', async () => {
    const { deps } = await start({ refuse: () => smtpRefusal(550) })
    expect(await emailReceiver.send(sampleMessage(), everybody, deps)).toMatchObject({
      ok: false,
      retry: false,
      code: 'recipient',
      status: 550,
      detail: '3 of 3 recipients were refused for good.',
    })
  })

  it('are retried without a second mail to recipients that got the first', async () => {
    let isAway = true
    const { sink, deps } = await start({ refuse: (to) => (to === ben && isAway ? smtpRefusal(450) : undefined) })
    const first = await emailReceiver.send(sampleMessage(), everybody, deps)
    expect(first).toMatchObject({ ok: false, retry: true, code: 'recipient', status: 450, served: [ann, cleo] })
    expect(isReceiverDown(first)).toBe(false)
    isAway = false
    const served = first.ok ? [] : (first.served ?? [])
    expect(await emailReceiver.send(sampleMessage({ attempt: 2, served }), everybody, deps)).toMatchObject({ ok: true })
    expect(sink.mails.map(({ to }) => to)).toEqual([[ann], [cleo], [ben]])
  })

  it('are remembered at the next retry', async () => {
    const statuses = new Map<string, number>([
      [ann, 550],
      [ben, 450],
    ])
    const { sink, deps } = await start({
      refuse: (to) => {
        const status = statuses.get(to)
        return status ? smtpRefusal(status) : undefined
      },
    })
    const config = { recipients: [ann, ben] }
    const first = await emailReceiver.send(sampleMessage(), config, deps)
    const served = first.ok ? [] : (first.served ?? [])
    statuses.set(ben, 550)
    const second = await emailReceiver.send(sampleMessage({ attempt: 2, served }), config, deps)
    expect(second).toMatchObject({ ok: false, retry: false, detail: '2 of 2 recipients were refused for good.' })
    expect(sink.mails).toEqual([])
    // Somebody has put the mailboxes right, and sends the message again.
    statuses.clear()
    expect(await emailReceiver.send(sampleMessage({ served }), config, deps)).toMatchObject({ ok: true })
    expect(sink.mails.map(({ to }) => to)).toEqual([[ann], [ben]])
  })

  it('do not end the sending, but a failure of the server itself does', async () => {
    let asked = 0
    const { sink, deps } = await start({
      refuseMail: () => {
        asked += 1
        return asked > 1 ? smtpRefusal(452) : undefined
      },
    })
    const result = await emailReceiver.send(sampleMessage(), everybody, deps)
    expect(result).toMatchObject({ ok: false, retry: true, code: 'receiver-error', served: [ann] })
    expect(isReceiverDown(result)).toBe(true)
    expect([asked, sink.mails.length]).toEqual([2, 1])
  })
})
