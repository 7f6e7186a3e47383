import * as fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGuard } from '../guard/guard.ts'
import { createMailer } from '../mail/create-mailer.ts'
import { testAuthority } from '../testing/http-sink.ts'
import { NOW, sampleAlarm, sampleMessage } from '../testing/sample-alarm.ts'
import { startSyslogSink, unframe } from '../testing/syslog-sink.ts'
import { frameOf } from './frame.ts'
import { parseSyslogConfig } from './syslog-config.ts'
import { syslogReceiver } from './syslog-receiver.ts'

const SETTINGS = { host: 'mail.example', port: 6514, security: 'none' }

function configOf(changes: object = {}) {
  const parsed = parseSyslogConfig({ ...SETTINGS, ...changes })
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.errors))
  return parsed.config
}

function openDeps(allowedNetworks = ['127.0.0.0/8']) {
  const guard = createGuard(
    { allowedNetworks, ownAddresses: [], allowedPorts: 'any' },
    { lookup: async () => [{ address: '127.0.0.1' }] },
  )
  onTestFinished(() => guard.close())
  return { guard, mailer: createMailer({ from: 'a@b.example', outboxDir: '/dev/null/outbox' }) }
}

async function openSink(options: Parameters<typeof startSyslogSink>[0] = {}) {
  const sink = await startSyslogSink(options)
  onTestFinished(() => sink.close())
  return sink
}

/** Reads a message by the grammar of RFC 5424, section 6, strictly. Written from the standard, apart from the code under test. */
function readSyslog(bytes: Buffer) {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  const head =
    /^<(\d{1,3})>([1-9]\d{0,2}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}Z) ([!-~]{1,255}) ([!-~]{1,48}) ([!-~]{1,128}) ([!-~]{1,32}) /.exec(
      text,
    )
  if (!head) throw new Error(`no header: ${text}`)
  const [all, pri, version, at, host, app, , msgid] = head
  let rest = text.slice(all.length)
  const params: Record<string, string> = {}
  const open = /^\[[!#-<>-\\^-~]{1,32}/.exec(rest)
  if (!open) throw new Error(`no structured data: ${rest}`)
  rest = rest.slice(open[0].length)
  for (;;) {
    const param = /^ ([!#-<>-\\^-~]{1,32})="((?:[^"\\\]]|\\["\\\]])*)"/u.exec(rest)
    if (!param) break
    params[param[1] ?? ''] = (param[2] ?? '').replaceAll(/\\(["\\\]])/g, '$1')
    rest = rest.slice(param[0].length)
  }
  if (!rest.startsWith('] ')) throw new Error(`the structured data do not end: ${rest}`)
  return { priority: Number(pri), version, at, host, app, msgid, params, text: rest.slice(2) }
}

/** Reads CEF as its specification says: seven parts before the extension, `\|` and `\\` in them; `\=`, `\\`, `\n`, `\r` in values. */
function readCef(text: string) {
  const parts: string[] = []
  let part = ''
  let at = 0
  for (; parts.length < 7; at++) {
    const char = text[at]
    if (char === undefined) throw new Error(`the header is cut off: ${text}`)
    if (/[\r\n]/.test(char)) throw new Error('a line break in the header')
    if (char === '\\') part += text[++at] ?? ''
    else if (char === '|') {
      parts.push(part)
      part = ''
    } else part += char
  }
  const extension = text.slice(at)
  if (/[\r\n]/.test(extension)) throw new Error('a line break in the extension')
  const fields: Record<string, string> = {}
  const begins = [...extension.matchAll(/(?:^| )([A-Za-z0-9]+)=/g)]
  for (const [index, begin] of begins.entries()) {
    const value = extension.slice(begin.index + begin[0].length, begins[index + 1]?.index)
    if (/(?<!\\)(?:\\\\)*=/.test(value)) throw new Error(`a bare = in ${begin[1]}`)
    if (begin[1] !== undefined && begin[1] in fields) throw new Error(`${begin[1]} stands there twice`)
    const clear = value.replaceAll(/\\([\\=nr])/g, (_all, char: string) => ({ n: '\n', r: '\r' })[char] ?? char)
    fields[begin[1] ?? ''] = clear
  }
  return { parts, fields }
}

const read = (frame: Buffer) => {
  const [message, ...more] = unframe(frame)
  if (!message || more.length > 0) throw new Error('not one message')
  const { text, ...head } = readSyslog(message)
  return { ...head, ...readCef(text), bytes: message.length }
}

describe('a message', () => {
  it('says what happened, with one id and a link', () => {
    const { params, parts, fields, ...head } = read(frameOf('m1', sampleAlarm(), 16))
    expect(head).toMatchObject({
      priority: 16 * 8 + 1,
      version: '1',
      at: '2026-03-01T12:00:04.120Z',
      host: 'winnow.example',
      app: 'winnow',
      msgid: 'alarm.created',
    })
    expect(params).toEqual({ id: 'm1', alarm: sampleAlarm().id, verdict: 'true' })
    expect(parts).toEqual(['CEF:0', 'Winnow', 'Winnow', '1', 'alarm.created', 'Alarm', '9'])
    expect(fields).toEqual({
      externalId: 'm1',
      rt: String(Date.parse('2026-03-01T12:00:04.120Z')),
      start: String(Date.parse('2026-03-01T12:00:00.000Z')),
      outcome: 'true',
      cs1Label: 'alarm',
      cs1: sampleAlarm().id,
      cs2Label: 'client',
      cs2: 'Müller & Söhne',
      cs3Label: 'site',
      cs3: 'Depot',
      cs4Label: 'camera',
      cs4: 'North gate',
      cs5Label: 'object',
      cs5: 'person',
      cfp1Label: 'score',
      cfp1: '0.870',
      request: 'https://winnow.example/p/1?sig=abc',
    })
  })

  it.each([
    ['an unverified alarm', sampleAlarm({ verdict: 'unverified' }), 4, 'Alarm, not verified', '6'],
    ['a filtered one', sampleAlarm({ verdict: 'false' }), 6, 'False alarm', '2'],
    ['a test', sampleAlarm({ type: 'test', verdict: 'unverified' }), 5, 'Test', '1'],
    [
      'a correction',
      sampleAlarm({ type: 'alarm.corrected', verdict: 'false', previous: { verdict: 'true' } }),
      6,
      'Correction: False alarm',
      '2',
    ],
    ['a true alarm that can wait', sampleAlarm({ severity: 'low' }), 5, 'Alarm', '3'],
    ['one of medium severity', sampleAlarm({ severity: 'medium' }), 4, 'Alarm', '5'],
    ['one of high severity', sampleAlarm({ severity: 'high' }), 3, 'Alarm', '8'],
    [
      'an unverified one that cannot wait',
      sampleAlarm({ verdict: 'unverified', severity: 'critical' }),
      1,
      'Alarm, not verified',
      '10',
    ],
  ])('about %s has its severities', (_what, alarm, severity, name, cef) => {
    const { priority, parts } = read(frameOf('m1', alarm, 0))
    expect([priority, parts[5], parts[6]]).toEqual([severity, name, cef])
  })

  it('says the same facts to an independent reader, whatever the names', () => {
    const hard = fc.constantFrom(
      'a|b\\|c=d\\=e',
      'x outcome=false',
      'x\r\n<0>1 - - - - - - CEF:0|Evil|',
      '"] [x@1 a="',
      '\\',
      '🚨'.repeat(4000),
      '\ud800',
      '\u0000',
    )
    const name = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), hard)
    // What a reader may not be told, and spaces before the next key, which CEF does not keep apart.
    const clean = (text: string) =>
      Array.from(text.replaceAll(/[\p{Cc}\p{Cs}\ufffe\uffff]+/gu, (run) => run.replaceAll(/[^\r\n]+/g, ' ')))
        .slice(0, 200)
        .join('')
    fc.assert(
      fc.property(name, name, name, (camera, site, client) => {
        const alarm = sampleAlarm({
          view: { id: 'v', name: camera },
          site: { id: 's', name: site, timezone: 'UTC' },
          project: { id: 'p', name: client },
        })
        const { fields, parts, params, bytes } = read(frameOf('m1', alarm, 16))
        expect(bytes).toBeLessThanOrEqual(8192)
        expect(parts).toHaveLength(7)
        expect(params).toEqual({ id: 'm1', alarm: alarm.id, verdict: 'true' })
        expect(fields).toMatchObject({ outcome: 'true', externalId: 'm1', cs1: alarm.id })
        expect([fields['cs4'], fields['cs3'], fields['cs2']]).toEqual([camera, site, client].map(clean))
      }),
    )
  })
})

describe('a server', () => {
  it('gets each message with its count of octets, over TLS with its own authority and no other', async () => {
    const sink = await openSink({ tls: true })
    const safe = { port: sink.port, security: 'tls' }
    const authority = await testAuthority()
    const camera = { id: 'v', name: 'Nordtor äöü 🚨' }
    const message = sampleMessage({ payload: sampleAlarm({ view: camera }) })
    expect(await syslogReceiver.send(message, configOf({ ...safe, authority }), openDeps())).toMatchObject({ ok: true })
    expect(sink.messages).toHaveLength(1)
    expect(readCef(readSyslog(sink.messages[0] ?? Buffer.alloc(0)).text).fields['cs4']).toBe(camera.name)
    expect(await syslogReceiver.send(message, configOf(safe), openDeps())).toMatchObject({ ok: false, code: 'tls' })
    expect(sink.messages).toHaveLength(1)
  })

  it('over TCP is asked for a sign of life without a message', async () => {
    const sink = await openSink()
    const config = configOf({ port: sink.port })
    expect(await syslogReceiver.heartbeat?.({}, config, { ...openDeps(), now: NOW })).toMatchObject({ ok: true })
    expect(sink.messages).toEqual([])
    await sink.close()
    expect(await syslogReceiver.heartbeat?.({}, config, { ...openDeps(), now: NOW })).toMatchObject({
      ok: false,
      code: 'refused',
    })
  })

  it('that resets the connection instead of reading has not got the message', async () => {
    const sink = await openSink({ behave: (socket) => socket.resetAndDestroy() })
    const result = await syslogReceiver.send(sampleMessage(), configOf({ port: sink.port }), openDeps())
    expect(result).toMatchObject({ ok: false, retry: true, code: 'connect' })
  })

  it('that never closes and talks without end is left when the attempt is given up', async () => {
    const stop = new AbortController()
    const sink = await openSink({
      behave: (socket) => {
        const talk = setInterval(() => socket.write('x'.repeat(1000)), 5)
        socket.on('close', () => clearInterval(talk)).on('data', () => stop.abort())
      },
    })
    const deps = { ...openDeps(), signal: stop.signal }
    expect(await syslogReceiver.send(sampleMessage(), configOf({ port: sink.port }), deps)).toMatchObject({
      ok: false,
      code: 'aborted',
    })
  })

  it('in our own network is never called', async () => {
    const result = await syslogReceiver.send(sampleMessage(), configOf(), openDeps([]))
    expect(result).toMatchObject({ ok: false, code: 'blocked' })
  })
})

it.each([
  [{ host: 'tcp://a' }, 'host'],
  [{ facility: 24 }, 'facility'],
  [{ authority: 'x' }, 'authority'],
  [{ heartbeatSeconds: 3 }, 'heartbeatSeconds'],
])('settings are refused: %j', (changes, field) => {
  expect(parseSyslogConfig({ ...SETTINGS, ...changes })).toMatchObject({ ok: false, errors: [{ field }] })
})
