import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMailer } from '../mail/create-mailer.ts'
import { relayReceiver } from '../relay/relay-receiver.ts'
import { parseRelayConfig } from '../relay/relay-config.ts'
import { parseSiaDc09Config } from '../sia-dc09/sia-dc09-config.ts'
import { siaDc09Receiver } from '../sia-dc09/sia-dc09-receiver.ts'
import { startStation } from '../testing/dc09-station.ts'
import { startHttpSink } from '../testing/http-sink.ts'
import { openDeps } from '../testing/open-deps.ts'
import { sampleMessage } from '../testing/sample-alarm.ts'
import { smtpRefusal, startSmtpSink } from '../testing/smtp-sink.ts'
import { createWebhookSecret } from '../webhook/signature.ts'
import { webhookReceiver } from '../webhook/webhook-receiver.ts'
import { recordFetch } from './record-fetch.ts'
import { openTranscript } from './transcript.ts'

async function recording(secrets: string[] = []) {
  const deps = await openDeps()
  const transcript = openTranscript(secrets)
  return { transcript, deps: { ...deps, guard: recordFetch(deps.guard, transcript), transcript } }
}

describe('what an attempt writes down', () => {
  it('is the request of a webhook and its answer, without the headers of its settings', async () => {
    const sink = await startHttpSink((response, { headers }) =>
      // A server that repeats what it was sent.
      response.writeHead(400, { 'set-cookie': 'session=s3ss', 'x-reason': 'field' }).end(`no: ${headers['x-key']}`),
    )
    onTestFinished(() => sink.close())
    const { deps, transcript } = await recording()
    const secret = createWebhookSecret()
    const config = {
      url: `http://hooks.example:${sink.port}/alarms`,
      headers: { 'x-key': 'k3y-of-settings' },
      secrets: [{ secret }],
      embedPicture: true,
      method: 'POST' as const,
    }
    const picture = { jpeg: Buffer.alloc(2_000, 1), name: 'alarm.jpg' }
    await webhookReceiver.send(sampleMessage({ picture }), config, deps)
    const { sent, answered, isCut } = transcript.read()
    const [request] = sink.requests
    expect(sent).toContain(`POST http://hooks.example:${sink.port}/alarms`)
    expect(sent).toContain(`webhook-id: ${request?.headers['webhook-id']}`)
    expect(sent).toContain('[2000 bytes in base64]')
    const [, body = ''] = sent?.split('\n\n') ?? []
    expect(JSON.parse(body)).toMatchObject({ type: 'alarm.created', data: { view: { name: 'North gate' } } })
    expect(answered).toMatch(/^HTTP 400\n[\s\S]*x-reason: field[\s\S]*\n\nno: •••$/)
    expect(`${sent}${answered}`).not.toMatch(/k3y-of-settings|s3ss/)
    expect(isCut).toBe(false)
  })

  it('is nothing where nothing was connected, and no token of an address to which an answer leads', async () => {
    const sink = await startHttpSink((response) =>
      response.writeHead(302, { location: 'https://login.example/in?ticket=t1ck3t#s3ss' }).end(),
    )
    const { deps, transcript } = await recording()
    const url = `http://hooks.example:${sink.port}/`
    const config = { url, headers: {}, secrets: [], embedPicture: false, method: 'POST' as const }
    await webhookReceiver.send(sampleMessage(), config, deps)
    expect(transcript.read().answered).toContain('location: https://login.example/in?•••')
    await sink.close()
    const second = await recording()
    expect(await webhookReceiver.send(sampleMessage(), config, second.deps)).toMatchObject({ code: 'refused' })
    expect(second.transcript.read()).toEqual({ sent: null, answered: null, isCut: false })
  })

  it('has no login that a server repeats, in part or decoded', async () => {
    const credentials = Buffer.from('me:p4ss-of-basic').toString('base64')
    const sink = await startHttpSink((response) => response.end(`${credentials} is me:p4ss-of-basic`))
    onTestFinished(() => sink.close())
    const { deps, transcript } = await recording()
    await deps.guard.fetch(`http://hooks.example:${sink.port}/`, { headers: { Authorization: `Basic ${credentials}` } })
    expect(transcript.read().answered).toMatch(/\n\n••• is me:•••$/)
  })

  it('is only the status of an answer to a login, which can be that of the installation', async () => {
    const sink = await startSmtpSink({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, callback) =>
        callback(Object.assign(new Error(`${password} is wrong`), { responseCode: 535 })),
    })
    onTestFinished(() => sink.close())
    const { deps, transcript } = await recording()
    const mailer = createMailer({
      from: 'a@winnow.example',
      outboxDir: '',
      guard: deps.guard,
      smtp: {
        host: 'mail.example',
        port: sink.port,
        secure: false,
        requireTls: false,
        user: 'u',
        pass: 'p4ss-of-operator',
      },
    })
    onTestFinished(() => mailer.close())
    const mail = { to: 'room@example.com', subject: 's', text: 't', date: new Date(0) }
    expect(await mailer.send(mail, { transcript })).toMatchObject({ ok: false, code: 'auth' })
    expect(transcript.read().answered).toBe('535 •••')
  })

  it('is a mail with its envelope and the answer of the server, without what is attached', async () => {
    const sink = await startSmtpSink({ disabledCommands: ['STARTTLS'] })
    onTestFinished(() => sink.close())
    const { deps, transcript } = await recording()
    const attached = Buffer.alloc(5_000, 3).toString('base64').replaceAll(/.{76}/g, '$&\r\n')
    const mail = Buffer.from(
      `Subject: Bewegung\r\nContent-Type: image/jpeg\r\nContent-Transfer-Encoding: base64\r\n\r\n${attached}\r\n`,
    )
    const message = sampleMessage({ mails: [{ id: 's1', open: async () => Readable.from([mail]) }] })
    const result = await relayReceiver.send(message, relayConfig(sink.port), deps)
    const { sent, answered } = transcript.read()
    expect(result.ok).toBe(true)
    expect(sink.mails[0]?.raw).toContain(attached.slice(0, 200))
    expect(sent).toMatch(/^MAIL FROM:<relay@winnow\.example>\r\nRCPT TO:<cam7@station\.example>\r\n\r\nX-Winnow-Id:/)
    expect(sent).toMatch(/Subject: Bewegung\r\n[\s\S]*\[5000 bytes in base64\]/)
    expect(answered).toMatch(/^250 /)
  })

  it('is the refusal of a mail server, and nothing where none was reached', async () => {
    const sink = await startSmtpSink({
      disabledCommands: ['STARTTLS'],
      refuse: () => smtpRefusal(550),
    })
    const { deps, transcript } = await recording()
    await relayReceiver.send(sampleMessage(), relayConfig(sink.port), deps)
    expect(transcript.read().answered).toContain('550')
    await sink.close()
    const second = await recording()
    const result = await relayReceiver.send(sampleMessage(), relayConfig(sink.port), second.deps)
    expect(result.ok).toBe(false)
    expect(second.transcript.read()).toEqual({ sent: null, answered: null, isCut: false })
  })

  it('is the frame of DC-09, its clear text where it is encrypted, and the answer', async () => {
    const station = await startStation({ key: Buffer.from(KEY, 'hex') })
    onTestFinished(() => station.close())
    const { deps, transcript } = await recording([KEY])
    const parsed = parseSiaDc09Config({ host: 'station.example', port: station.port, account: '4711', key: KEY })
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
    const session = { sequence: 7, state: {} }
    await siaDc09Receiver.send(sampleMessage({ session }), parsed.config, deps)
    const { sent, answered } = transcript.read()
    expect(sent).toMatch(/\[before encryption\] .*"SIA-DCS"0007L0#4711\[#4711\|Nri1\/BV001/)
    expect(sent).toMatch(/"\*SIA-DCS"0007L0#4711\[[0-9A-F]+/)
    expect(answered).toContain('"*ACK"0007')
    expect(sent).not.toContain(KEY)
  })
})

const KEY = '00112233445566778899AABBCCDDEEFF'

function relayConfig(smtpPort: number) {
  const parsed = parseRelayConfig({
    recipient: 'cam7@station.example',
    sender: 'relay@winnow.example',
    smtpHost: 'mail.example',
    smtpPort,
    security: 'none',
  })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  return parsed.config
}
