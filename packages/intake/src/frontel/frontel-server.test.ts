import { connectFrontel, dialFrontel, frontelAnswer, type FrontelPanelOptions, frontelStatus } from '@winnow/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFrontelServer } from './create-frontel-server.ts'
import type { FrontelServer, FrontelServerOptions } from './ports.ts'

const SERIAL = 'E760491513080214'
const CLIP = Buffer.from('a clip \x1a in a closed form')

let stored: string[]
let kept: string[]
let problems: string[]
let epoch: number
let mayStore: () => boolean | Promise<boolean>
let mayAcknowledge: () => boolean
let server: FrontelServer | undefined
beforeEach(() => {
  stored = []
  kept = []
  problems = []
  epoch = 7
  mayStore = () => true
  mayAcknowledge = () => true
})
afterEach(async () => {
  await server?.close(100)
  server = undefined
})

async function start(options: Partial<FrontelServerOptions<string>> = {}): Promise<number> {
  const ignore = (): void => undefined
  server = createFrontelServer<string>({
    host: '127.0.0.1',
    port: 0,
    quietMs: 20,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    ports: {
      mayAsk: () => true,
      find: (serial) => Promise.resolve(serial === SERIAL ? { panel: 'ours', epoch } : undefined),
      seen: (panel) => Promise.resolve(void kept.push(`seen ${panel}`)),
      accept: async (panel, message) => {
        if (!(await mayStore())) return false
        const file = message.file ? ` ${message.file.content.length} ${message.file.isWhole}` : ''
        stored.push(`${panel} ${message.event}${file} #${message.epoch}.${message.nth}`)
        return true
      },
      keep: async (_panel, { kind, text }) => {
        if (!(await mayStore())) return false
        kept.push(`${kind} ${text.slice(0, 17)}`)
        return true
      },
      acknowledge: () => Promise.resolve(mayAcknowledge() ? ++epoch : undefined),
      note: (problem, { panel, serial }) =>
        Promise.resolve(void problems.push([problem, panel ?? serial].join(' ').trim())),
    },
    ...options,
  })
  return (await server.listen()).port
}
const dial = (port: number, options: Partial<FrontelPanelOptions> = {}) =>
  dialFrontel(port, { serial: SERIAL, ...options })
const hungUp = 'hung up'

describe('a panel', () => {
  it('logs in by its serial number, and its event is stored and then acknowledged', async () => {
    const panel = await dial(await start())
    expect(panel.heard.map((text) => text.split(',')[0])).toEqual(['IDENT', 'SETKEY', 'VERSION', 'AUTH1', 'AUTH3'])
    panel.say('ALARM,1932')
    expect(await panel.next()).toBe('ALARM_ACK')
    const { promise, resolve } = Promise.withResolvers<boolean>()
    mayStore = () => promise
    const answer = panel.report('1,3,2')
    await Promise.resolve()
    expect(stored).toEqual([])
    resolve(true)
    expect(await answer).toBe('ACK')
    expect([stored, kept]).toEqual([['ours EVENT,1,3,2 #7.0'], ['seen ours']])
    panel.close()
  })

  it('gets its events apart: again in one connection, and after an acknowledgement', async () => {
    const panel = await dial(await start())
    panel.say('EVENT,1,3,2')
    expect(await panel.report('1,3,2')).toBe('ACK')
    expect(await panel.report('1,3,2')).toBe('ACK')
    expect(stored).toEqual(['ours EVENT,1,3,2 #7.0', 'ours EVENT,1,3,2 #7.1', 'ours EVENT,1,3,2 #8.0'])
    panel.close()
  })

  it('whose message cannot be stored gets no answer, and what it says in its next connection is a repeat', async () => {
    const port = await start()
    const broken = [() => false, () => Promise.reject(new Error('the store is gone'))]
    for (const fails of broken) {
      mayStore = fails
      const panel = await dial(port)
      await expect(panel.report('1,3,2')).rejects.toThrow(hungUp)
    }
    // The event was stored, and its acknowledgement was not.
    mayStore = () => true
    mayAcknowledge = () => false
    await expect((await dial(port)).report('1,3,2')).rejects.toThrow(hungUp)
    mayAcknowledge = () => true
    expect(await (await dial(port)).report('1,3,2')).toBe('ACK')
    expect(stored).toEqual(['ours EVENT,1,3,2 #7.0', 'ours EVENT,1,3,2 #7.0'])
  })

  it('sends files: what it says of itself is kept, a clip belongs to its alarm, and each is answered when it is stored', async () => {
    const panel = await dial(await start())
    expect(await panel.sendFile('FILE,armsta1', frontelStatus(SERIAL, { 3: 'Living room' }))).toBe('FILE_ACK')
    panel.say('EVENT,1,3,2')
    expect(await panel.sendFile('FILE,1', CLIP)).toBe('FILE_ACK')
    panel.say('LOG,something')
    expect(await panel.next()).toBe('LOG_ACK')
    expect(kept).toEqual(['seen ours', 'status {"FileVersion":2,', 'log LOG,something'])
    expect(stored).toEqual(['ours EVENT,1,3,2 #7.0', `ours EVENT,1,3,2 ${CLIP.length} true #7.0`])
    mayStore = () => false
    await expect(panel.sendFile('FILE,1', CLIP)).rejects.toThrow(hungUp)
  })

  it('whose file breaks off has it kept, and not acknowledged', async () => {
    const panel = await dial(await start())
    panel.say('EVENT,1,3,2')
    panel.say('FILE,1')
    panel.write(CLIP)
    await expect.poll(() => stored).toHaveLength(1)
    panel.close()
    await expect.poll(() => stored).toEqual([expect.anything(), `ours EVENT,1,3,2 ${CLIP.length} false #7.0`])
    expect(problems).toEqual(['file ours'])
  })

  it('may say what nobody reads, which is counted, and goes on', async () => {
    const panel = await dial(await start())
    panel.say('ARMING,1')
    panel.say('NONSENSE')
    expect(await panel.report('x')).toBe('ACK')
    expect([problems, stored]).toEqual([['format ours', 'format ours'], ['ours EVENT,x #7.0']])
    panel.close()
  })
})

describe('whoever', () => {
  it.each<[string, Partial<FrontelPanelOptions>, string]>([
    ['has a serial number that nobody has', { serial: 'E760491513080215' }, 'unknown E760491513080215'],
    ['answers wrongly', { answer: () => '0'.repeat(32) }, 'login ours'],
    ['repeats the answer of another login', { answer: () => frontelAnswer(SERIAL, '1'.repeat(32)) }, 'login ours'],
    ['has no answer', { answer: () => '' }, 'login ours'],
  ])('%s is hung up on', async (_what, options, problem) => {
    await expect(dial(await start(), options)).rejects.toThrow(hungUp)
    expect(problems).toEqual([problem])
  })

  it.each([
    ['2', 'login ours'],
    ['3', 'version ours'],
  ])('hangs up in a login of version %s is noted', async (version, problem) => {
    await dial(await start(), { version, hangsUp: true })
    await expect.poll(() => problems).toEqual([problem])
  })

  it.each(['EVENT,1,3,2', 'REQACK', 'IDENT,nonsense', 'IDENT', 'AUTH_SUCCESS,1', 'FILE,1\x1a{}'])(
    'says %j before it has logged in is hung up on, and nothing is stored',
    async (text) => {
      const line = await connectFrontel(await start())
      line.say(text)
      await line.closed
      expect([stored, kept, problems.length]).toEqual([[], [], 1])
    },
  )
})

describe('a connection', () => {
  it('that drips is closed, however often it sends a byte, while it logs in and after', async () => {
    const port = await start({ loginTimeoutMs: 80, messageTimeoutMs: 80, fileTimeoutMs: 80 })
    const panels = [await connectFrontel(port), await dial(port), await dial(port)]
    panels[2]?.say('FILE,1')
    const drip = setInterval(() => panels.forEach((panel) => panel.write(Buffer.from('x'))), 10)
    await Promise.all(panels.map(({ closed }) => closed)).finally(() => clearInterval(drip))
    await expect.poll(() => problems.toSorted()).toEqual(['file ours', 'slow', 'slow ours', 'slow ours'])
  })

  it('that says nothing is closed, as is one too many', async () => {
    const port = await start({ idleTimeoutMs: 80, maxConnectionsPerAddress: 2, maxConnections: 20 })
    const [first, second] = [await dial(port), await dial(port)]
    await expect(dial(port)).rejects.toThrow(hungUp)
    expect(server?.connections()).toBe(2)
    await Promise.all([first.closed, second.closed])
    await expect.poll(() => server?.connections()).toBe(0)
  })

  it('with a message or a file that never ends is dropped at a limit, and others go on', async () => {
    const port = await start({ maxFileBytes: 50_000 })
    const [endless, file] = [await dial(port), await dial(port)]
    file.say('FILE,1')
    for (let n = 0; n < 20; n++) for (const panel of [endless, file]) panel.write(Buffer.alloc(10_000, 'x'))
    await Promise.all([endless.closed, file.closed])
    expect(problems.toSorted()).toEqual(['file ours', 'format ours'])
    const panel = await dial(port)
    expect(await panel.report('1,3,2')).toBe('ACK')
    panel.close()
  })
})
