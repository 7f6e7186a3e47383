import { beforeEach, describe, expect, test } from 'vitest'
import { isSecretName } from './log-fields.ts'
import { createLogger, type Logger } from './log.ts'
import { maskSecrets, registerSecret } from './secret-values.ts'

const lines: string[] = []
let log: Logger

beforeEach(() => {
  lines.length = 0
  log = createLogger({ level: 'debug', write: (line) => lines.push(line) })
})

function lastEntry(): Record<string, unknown> {
  const entry: unknown = JSON.parse(lines.at(-1) ?? 'null')
  if (typeof entry !== 'object' || entry === null) throw new Error('nothing was logged')
  return { ...entry }
}

describe('a log line', () => {
  test('is one JSON object with level, time, message and the logger’s fields', () => {
    log.child({ module: 'smtp' }).info({ viewId: 'v1', at: new Date(0) }, 'signal kept')
    expect(lines.at(-1)).toMatch(/^\{.*\}\n$/)
    expect(lastEntry()).toMatchObject({
      level: 'info',
      module: 'smtp',
      viewId: 'v1',
      at: '1970-01-01T00:00:00.000Z',
      msg: 'signal kept',
    })
  })

  test('is readable on a terminal, without control characters that could control it or fake another line', () => {
    const terminal = createLogger({ level: 'info', terminal: true, write: (line) => lines.push(line) })
    terminal.child({ module: 'smtp' }).warn({ from: 'cam\u001b[31m\nERROR all is lost' }, 'refused')
    expect(lines.at(-1)).toMatch(/^\d\d:\d\d:\d\d WARN \[smtp\] refused from=cam\?\[31m\?ERROR all is lost\n$/)
  })

  test('shows the stack of an error on a terminal', () => {
    const terminal = createLogger({ level: 'info', terminal: true, write: (line) => lines.push(line) })
    terminal.error({ err: new Error('no such disk') }, 'failed')
    expect(lines.at(-1)).toMatch(/failed \n {4}Error: no such disk\n {8}at /)
  })
})

describe('log fields', () => {
  test('with names of secrets are masked at any depth and in child loggers', () => {
    log.child({ apiToken: 'planted-1' }).info(
      {
        request: { headers: { Authorization: 'planted-2', 'X-Api-Key': 'planted-3', cookie: ['planted-4'] } },
        receivers: [{ config: { password: 'planted-5', url: 'https://example.org' } }],
        smtp_pass: 'planted-6',
        map: new Map([['clientSecret', 'planted-7']]),
      },
      'planted fields',
    )
    expect(lines.join('')).not.toMatch(/planted-\d/)
    expect(lastEntry()).toMatchObject({ receivers: [{ config: { password: '[secret]', url: 'https://example.org' } }] })
  })

  test.each(['tokenCount', 'passed', 'passRate', 'tokenId', 'keyboard', 'secretKeyFile', 'idempotencyKey'])(
    'named %s are masked only if a whole word of the name marks a secret',
    (name) => {
      log.info({ [name]: 'shown' }, 'x')
      expect(lastEntry()[name]).toBe(name === 'passRate' ? '[secret]' : 'shown')
    },
  )

  test.each(['newPassword', 'X-API-KEY', 'private_key', 'SMTP_PASS', 'set-cookie', 'totpSecret'])(
    'named %s are masked',
    (name) => {
      expect(isSecretName(name)).toBe(true)
    },
  )

  test('with bytes, cycles, instances or very long values cause no error', () => {
    const cycle: Record<string, unknown> = { name: 'loop' }
    cycle['self'] = cycle
    log.info(
      { cycle, picture: Buffer.alloc(9), many: Array.from({ length: 900 }, () => 1), long: 'x'.repeat(90_000) },
      'x',
    )
    const entry = lastEntry()
    expect(entry).toMatchObject({ cycle: { name: 'loop', self: '<cycle>' }, picture: '<9 bytes>' })
    expect(lines.at(-1)?.length).toBeLessThan(6_000)
  })
})

describe('logged errors', () => {
  test('keep their explanation and cause, and lose the properties that libraries attach', () => {
    const cause = Object.assign(new Error('connect'), {
      code: 'ECONNREFUSED',
      request: { headers: { a: 'planted-8' } },
    })
    const error = Object.assign(new Error('not sent', { cause }), {
      detail: 'Key (email)=(planted-9)',
      constraint: 'user_key',
    })
    log.error({ err: error }, 'delivery failed')
    expect(lines.join('')).not.toMatch(/planted-\d/)
    expect(lastEntry()['err']).toMatchObject({
      message: 'not sent',
      constraint: 'user_key',
      cause: { message: 'connect', code: 'ECONNREFUSED' },
    })
  })

  test('without a message are logged too', () => {
    log.error(new TypeError('alone'))
    expect(lastEntry()).toMatchObject({ level: 'error', err: { type: 'TypeError', message: 'alone' }, msg: 'alone' })
  })
})

describe('registered secrets', () => {
  const secret = 'p/a"s s+wörd.$&'

  test.each([
    ['plain', (s: string) => s],
    ['as JSON', (s: string) => JSON.stringify({ s })],
    ['percent-encoded', (s: string) => `https://example.org/?q=${encodeURIComponent(s)}`],
    ['in base64', (s: string) => Buffer.from(s).toString('base64')],
    ['in base64url', (s: string) => Buffer.from(s).toString('base64url')],
  ])('are masked %s in any line', (_name, form) => {
    registerSecret(secret)
    const planted = form(secret)
    log.info({ note: `before ${planted} after` }, `message ${planted}`)
    log.error(new Error(planted))
    expect(lines.join('')).not.toContain(planted)
    expect(lines.join('')).not.toContain(JSON.stringify(planted).slice(1, -1))
    expect(lines.join('')).toContain('[secret]')
  })

  test('are both masked completely if they begin with the same characters', () => {
    registerSecret('begin-alike')
    registerSecret('begin-alike-but-longer')
    expect(maskSecrets('a begin-alike-but-longer b begin-alike c')).toBe('a [secret] b [secret] c')
  })

  test('are forgotten after thousands of others, unless they are permanent or registered again', () => {
    registerSecret('for-ever-known', { forever: true })
    registerSecret('seen-only-once')
    for (let i = 0; i < 2_000; i++) {
      registerSecret('seen-all-the-time')
      registerSecret(`passing-${i}`)
    }
    expect(maskSecrets('for-ever-known seen-all-the-time seen-only-once')).toBe('[secret] [secret] seen-only-once')
  })

  test('that are too short to be masked leave the lines readable', () => {
    registerSecret('admin')
    expect(maskSecrets('the administration page')).toBe('the administration page')
  })
})

test.each([
  ['rtsp://root:pa55@10.0.0.9:554/stream', 'rtsp://[secret]@10.0.0.9:554/stream'],
  ['GET /live?after=3&access_token=abc.def-1 200', 'GET /live?after=3&access_token=[secret] 200'],
  ['/media/a.jpg?expires=17&key=0011&signature=Zz-_09', '/media/a.jpg?expires=17&key=[secret]&signature=[secret]'],
  ['Authorization: Bearer wnw_1234567890', 'Authorization: Bearer [secret]'],
  ['basic alarms are fine, mail to a@example.org too', 'basic alarms are fine, mail to a@example.org too'],
])('text in the form of a credential is masked: %s', (text, masked) => {
  expect(maskSecrets(text)).toBe(masked)
})
