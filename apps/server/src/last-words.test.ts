import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

async function start(...args: string[]) {
  const child = fork(new URL('last-words.fixture.ts', import.meta.url), args, { silent: true })
  children.push(child)
  await once(child, 'message')
  return child
}

/** Ends a process and returns its log and its exit code. */
async function lastWords(end: (child: ChildProcess) => void, ...args: string[]) {
  const child = await start(...args)
  const { stdout } = child
  if (!stdout) throw new Error('stdout is not piped')
  const ended = Promise.all([text(stdout), once(child, 'exit')])
  end(child)
  const [logged] = await ended
  const lines = logged
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string })
  return { code: child.exitCode, lines, words: lines.map(({ msg }) => msg) }
}

describe('a program that ends logs the reason', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('when it receives %s', async (signal) => {
    const { code, words } = await lastWords((child) => child.kill(signal))
    expect({ code, words }).toEqual({ code: 0, words: ['stopping', 'everything was put away', 'ended'] })
  })

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('when it receives %s during its start', async (signal) => {
    const asked = (child: ChildProcess) => {
      child.kill(signal)
      child.send('go on')
    }
    const { code, lines, words } = await lastWords(asked, 'slowly')
    expect({ code, words }).toEqual({ code: 0, words: ['stopping', 'everything was put away', 'ended'] })
    expect(lines[0]).toMatchObject({ why: signal })
  })

  it('when its parent process has ended', async () => {
    const { code, words } = await lastWords((child) => child.disconnect())
    expect({ code, words }).toEqual({ code: 0, words: ['stopping', 'everything was put away', 'ended'] })
  })

  it.each([
    ['throw', 'a bug'],
    ['reject', 'a forgotten promise'],
  ])('with the error when an error is not caught (%s)', async (what, message) => {
    const { code, lines, words } = await lastWords((child) => child.send(what))
    const [first, ...rest] = words
    expect({ code, first, rest }).toEqual({
      code: 1,
      first: 'an error that nobody caught',
      rest: ['stopping', 'everything was put away', 'ended'],
    })
    expect(JSON.stringify(lines[0])).toContain(message)
  })

  it('when its code calls exit', async () => {
    const { code, lines } = await lastWords((child) => child.send('exit'))
    expect(code).toBe(3)
    expect(lines).toMatchObject([{ msg: 'ended', code: 3 }])
  })
})

it('a program continues when its output is no longer read', async () => {
  const child = await start()
  child.stdout?.destroy()
  child.stderr?.destroy()
  for (let time = 0; time < 3; time++) {
    child.send('write')
    expect(await Promise.race([once(child, 'message'), once(child, 'exit')])).toEqual(['alive', undefined])
  }
})
