import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { createFakeClock } from '../clock/fake-clock.ts'
import { createSmtpSink } from '../receivers/smtp-sink.ts'
import { parseArguments } from './arguments.ts'
import { runSimulator } from './run-simulator.ts'
import { parseTargets } from './targets.ts'
import type { CameraTarget } from './targets.ts'

const cleanUp: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step()
})

async function sink() {
  const made = await createSmtpSink()
  cleanUp.push(() => made.close())
  return made
}

const camera: CameraTarget = {
  viewId: 'v1',
  name: 'Gate',
  address: 'gate@x.example',
  via: 'smtp',
  vendor: 'dahua',
  seed: 1,
}

// These pictures are never analysed.
const size = { width: 160, height: 90 }

describe('the simulator', () => {
  it('sends every alarm of its plan in its device’s format and ends after the count', async () => {
    const smtp = await sink()
    const waits: number[] = []
    const result = await runSimulator({
      targets: { smtp, cameras: [camera] },
      count: 2,
      once: 'person-walking',
      signal: new AbortController().signal,
      size,
      wait: async (ms) => void waits.push(ms),
    })
    // Each alarm has one message for its start and one for its end.
    expect(result).toEqual({ alarms: 2, accepted: 4, refused: 0 })
    expect(smtp.mails).toHaveLength(4)
    expect(smtp.mails.every((mail) => mail.to[0] === 'gate@x.example')).toBe(true)
    expect(waits).toContain(4000 - 1600)
  })

  it('sends a message again after a 451, at growing intervals and only a few times', async () => {
    const smtp = await sink()
    const tries: string[] = []
    smtp.refuse((mail) => {
      tries.push(mail.raw.toString('latin1'))
      return tries.length < 3 ? 451 : undefined
    })
    const waits: number[] = []
    const options = {
      targets: { smtp, cameras: [{ ...camera, vendor: 'axis' as const }] },
      count: 1,
      once: 'empty' as const,
      signal: new AbortController().signal,
      size,
      wait: async (ms: number) => void waits.push(ms),
    }
    expect(await runSimulator(options)).toEqual({ alarms: 1, accepted: 1, refused: 0 })
    expect(new Set(tries).size).toBe(1)
    expect(waits.filter((ms) => ms > 0)).toEqual([2000, 5000])
    smtp.refuse(451)
    expect(await runSimulator(options)).toEqual({ alarms: 1, accepted: 0, refused: 1 })
  })

  it('keeps its schedule, however long the drawing takes', async () => {
    const smtp = await sink()
    const clock = createFakeClock()
    const looks: number[] = []
    const planned: number[] = []
    const cameras = [1, 2, 3, 4].map((seed) => ({ ...camera, vendor: 'reolink' as const, seed, viewId: `v${seed}` }))
    await runSimulator({
      targets: { smtp, cameras },
      count: 7,
      signal: new AbortController().signal,
      size,
      wait: async (ms) => clock.advance(ms),
      // Every reading of the clock takes a second.
      now: () => {
        clock.advance(1000)
        looks.push(clock.now().getTime())
        return clock.now()
      },
      onReply: (alarm) => void planned.push(alarm.at),
    })
    // The first reading is at the start. Later there is one before each wait, and one for the time of the pictures.
    const taken = looks.filter((_time, index) => index > 0 && index % 2 === 0).map((time) => time - (looks[0] ?? 0))
    expect(taken).toHaveLength(7)
    const due = planned.toSorted((one, other) => one - other)
    for (const [index, time] of taken.entries()) expect(Math.abs(time - (due[index] ?? 0))).toBeLessThanOrEqual(2000)
  })

  it('does not repeat a permanently refused message', async () => {
    const smtp = await sink()
    let tries = 0
    smtp.refuse(() => {
      tries++
      return 552
    })
    const signal = new AbortController().signal
    const targets = { smtp, cameras: [camera] }
    await runSimulator({ targets, count: 1, once: 'empty', signal, size, wait: async () => undefined })
    expect(tries).toBe(1)
  })

  it('ends within a second after SIGTERM, even if it waits for a reply', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'winnow-simulator-'))
    cleanUp.push(() => rm(folder, { recursive: true }))
    const file = join(folder, 'targets.json')
    const mute = createServer()
    mute.listen(0, '127.0.0.1')
    await once(mute, 'listening')
    cleanUp.push(async () => mute.close())
    const address = mute.address()
    const port = typeof address === 'object' ? address?.port : undefined
    await writeFile(file, JSON.stringify({ smtp: { host: '127.0.0.1', port }, cameras: [camera] }))
    const script = join(import.meta.dirname, 'main.ts')
    const child = spawn(process.execPath, [script, '--targets', file, '--once', 'empty'], { stdio: 'ignore' })
    cleanUp.push(async () => child.kill('SIGKILL'))
    // Connected, and waiting for a greeting that never arrives.
    await once(mute, 'connection')
    const started = performance.now()
    child.kill('SIGTERM')
    const [code, signal] = await once(child, 'exit')
    expect([code, signal]).toEqual([0, null])
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

describe('the program', () => {
  it('sends the alarms of its command line, prints them, and ends', async () => {
    const smtp = await sink()
    const script = join(import.meta.dirname, 'main.ts')
    const asked = ['--smtp', `127.0.0.1:${smtp.port}`, '--to', 'one@x.example', '--once', 'empty', '--count', '1']
    const child = spawn(process.execPath, [script, ...asked, '--vendor', 'reolink'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    cleanUp.push(async () => child.kill('SIGKILL'))
    const ended = once(child, 'close')
    expect(await text(child.stdout)).toMatch(/Camera 1 \(reolink, smtp\) empty: 250/)
    expect(await ended).toEqual([0, null])
    expect(smtp.mails.map((mail) => mail.to)).toEqual([['one@x.example']])
  })
})

describe('the command line', () => {
  it.each([
    ['after one option', ['--view', 'A', 'B']],
    ['each after an option', ['--view', 'A', '--view', 'B']],
    ['before another option', ['--view=A', 'B', '--count', '3']],
  ])('accepts several cameras %s', (_how, views) => {
    const options = parseArguments(['--url', 'http://localhost:8080', '--token', 't', ...views])
    expect(options).toMatchObject({ source: { targets: { cameras: [{ viewId: 'A' }, { viewId: 'B' }] } } })
  })

  it('accepts several addresses, and no stray values', () => {
    expect(parseArguments(['--to', 'a@x.example', 'b@x.example', '--smtp', 'localhost:25'])).toMatchObject({
      source: { targets: { cameras: [{ address: 'a@x.example' }, { address: 'b@x.example' }] } },
    })
    expect(parseArguments(['A', '--view', 'B'])).toMatchObject({ problem: expect.stringContaining("'A'") })
  })

  it('creates cameras from addresses and views', () => {
    const parsed = parseArguments([
      '--smtp',
      '[::1]:2525',
      '--to',
      'a@x',
      '--to',
      'b@x',
      '--url',
      'http://h:1',
      '--token',
      't',
      '--view',
      'v',
    ])
    expect(parsed).toMatchObject({
      source: {
        targets: {
          smtp: { host: '::1', port: 2525 },
          http: { url: 'http://h:1', token: 't' },
          cameras: [
            { address: 'a@x', via: 'smtp' },
            { address: 'b@x', via: 'smtp' },
            { viewId: 'v', via: 'http' },
          ],
        },
      },
    })
  })

  it.each([
    [['--rate', '0', '--smtp', 'h:1', '--to', 'a'], /--rate/],
    [['--once', 'elephant'], /--once must be one of/],
    [['--smtp', 'nowhere'], /HOST:PORT/],
    [['--url', 'http://h'], /--token/],
    [[], /Nobody/],
    [['--unknown'], /unknown/],
  ])('reports the error in %j', (argv, message) => {
    const parsed = parseArguments(argv)
    expect('problem' in parsed ? parsed.problem : '').toMatch(message)
  })
})

describe('a targets file', () => {
  const good = { smtp: { host: 'h', port: 25 }, cameras: [camera] }
  it.each([good, { ...good, stream: { port: 18_554 } }])('is parsed correctly: %j', (targets) =>
    expect(parseTargets(JSON.stringify(targets))).toEqual(targets),
  )

  it.each([
    [{ ...good, cameras: [] }, /at least one/],
    [{ ...good, cameras: [{ ...camera, vendor: 'acme' }] }, /cameras\[0\]\.vendor: "acme"/],
    [{ ...good, cameras: [{ ...camera, kinds: ['ghost'] }] }, /kinds/],
    [{ ...good, cameras: [{ ...camera, address: undefined }] }, /no "address"/],
    [{ ...good, cameras: [{ ...camera, via: 'http' }] }, /"http" is missing/],
    [{ ...good, smtp: { host: 'h', port: '25' } }, /"port"/],
    [{ ...good, stream: { port: '554' } }, /stream: "port"/],
  ])('is refused with the position of the error: %j', (targets, message) => {
    expect(() => parseTargets(JSON.stringify(targets))).toThrow(message)
  })
})
