import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setErrorSink } from '../errors/error-handler.ts'
import { startKeys } from './dispatcher.ts'
import { addScope, allCommands, type Command, scopesStore } from './registry.ts'
import { useCommands } from './use-commands.ts'

let stop: () => void
beforeEach(() => {
  stop = startKeys()
})
afterEach(() => {
  stop()
  scopesStore.set([])
})

function command(id: string, keys: string[], run: Command['run'], more: Partial<Command> = {}): Command {
  return { id, name: 'shell:command.keys', section: 'shell:section.general', keys, run, ...more }
}

/** Presses a key. Returns false if a command used it. */
function press(key: string, init: KeyboardEventInit = {}, target: EventTarget = document.body): boolean {
  const event = new KeyboardEvent('keydown', {
    key,
    code: `Key${key.toUpperCase()}`,
    bubbles: true,
    cancelable: true,
    ...init,
  })
  return target.dispatchEvent(event)
}

function at(id: string): Element {
  return document.querySelector(`#${id}`) ?? document.body
}

const spy = () => vi.fn<() => void>()

describe('scopes', () => {
  test('the newest scope with a command for the key runs it, and older scopes keep their other keys', () => {
    const page = spy()
    const both = spy()
    const panel = spy()
    addScope({
      name: 'page',
      exclusive: false,
      commands: [command('page.t', ['T'], page), command('page.x', ['X'], both)],
    })
    const leave = addScope({ name: 'panel', exclusive: false, commands: [command('panel.t', ['T'], panel)] })
    expect(press('t')).toBe(false)
    press('x')
    expect([page, both, panel].map((run) => run.mock.calls.length)).toEqual([0, 1, 1])
    leave()
    press('t')
    expect(page).toHaveBeenCalledTimes(1)
  })

  test('a dialog disables every key below it', () => {
    const page = spy()
    addScope({ name: 'page', exclusive: false, commands: [command('page.t', ['T'], page)] })
    const close = addScope({ name: 'dialog', exclusive: true, commands: [] })
    expect(press('t')).toBe(true)
    close()
    press('t')
    expect(page).toHaveBeenCalledTimes(1)
  })

  test('a disabled command leaves its key to the next scope', () => {
    const page = spy()
    addScope({ name: 'page', exclusive: false, commands: [command('page.t', ['T'], page)] })
    addScope({ name: 'panel', exclusive: false, commands: [command('panel.t', ['T'], spy(), { when: () => false })] })
    press('t')
    expect(page).toHaveBeenCalledTimes(1)
  })

  test('the help lists the commands that a dialog disables, and each command once', () => {
    addScope({ name: 'page', exclusive: false, commands: [command('a', ['A'], spy()), command('b', ['B'], spy())] })
    addScope({ name: 'panel', exclusive: false, commands: [command('a', ['A'], spy())] })
    addScope({ name: 'dialog', exclusive: true, commands: [] })
    expect(allCommands().map(({ id }) => id)).toEqual(['a', 'b'])
  })
})

describe('a key press runs', () => {
  test.each([
    ['input', '<input id="t">'],
    ['textarea', '<textarea id="t"></textarea>'],
    ['select', '<select id="t"></select>'],
  ])('no command while the user types into %s, unless Ctrl is pressed', (_name, html) => {
    const run = spy()
    const palette = spy()
    addScope({ name: 'page', exclusive: false, commands: [command('t', ['T'], run), command('k', ['Mod+K'], palette)] })
    document.body.innerHTML = html
    const field = document.querySelector('#t') ?? document.body
    expect(press('t', {}, field)).toBe(true)
    press('k', { ctrlKey: true }, field)
    expect([run.mock.calls.length, palette.mock.calls.length]).toEqual([0, 1])
    document.body.innerHTML = ''
  })

  test('no command during the composition of a word', () => {
    const run = spy()
    addScope({ name: 'page', exclusive: false, commands: [command('t', ['T'], run)] })
    press('t', { isComposing: true })
    press('Process', { code: 'KeyT' })
    press('Dead', { code: 'KeyT' })
    expect(run).not.toHaveBeenCalled()
  })

  test('no command after another handler used the key', () => {
    const run = spy()
    addScope({ name: 'page', exclusive: false, commands: [command('t', ['T'], run)] })
    const event = new KeyboardEvent('keydown', { key: 't', code: 'KeyT', cancelable: true, bubbles: true })
    event.preventDefault()
    document.body.dispatchEvent(event)
    expect(run).not.toHaveBeenCalled()
  })

  test('no command for Space on a button or an arrow on a slider, which keep their own meaning', () => {
    const run = spy()
    addScope({
      name: 'page',
      exclusive: false,
      commands: [command('play', ['Space'], run), command('up', ['ArrowUp'], run)],
    })
    document.body.innerHTML =
      '<button id="b">x</button><div id="s" role="slider" tabindex="0"></div><div id="d" tabindex="0"></div>'
    press(' ', { code: 'Space' }, at('b'))
    press('ArrowUp', { code: 'ArrowUp' }, at('s'))
    expect(run).not.toHaveBeenCalled()
    press(' ', { code: 'Space' }, at('d'))
    press('ArrowUp', { code: 'ArrowUp' }, at('b'))
    expect(run).toHaveBeenCalledTimes(2)
    document.body.innerHTML = ''
  })
})

test('a held key repeats movements but not decisions; both use up the key', () => {
  const move = spy()
  const decide = spy()
  addScope({
    name: 'page',
    exclusive: false,
    commands: [command('m', ['M'], move, { repeat: true }), command('d', ['D'], decide)],
  })
  for (const key of ['m', 'd']) {
    press(key)
    expect(press(key, { repeat: true })).toBe(false)
  }
  expect([move.mock.calls.length, decide.mock.calls.length]).toEqual([2, 1])
})

test('the error of a command reaches the common error handler · ERRORS-004', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const shown = new Promise((resolve) => setErrorSink((notice) => resolve(notice.error)))
  addScope({ name: 'page', exclusive: false, commands: [command('t', ['T'], () => Promise.reject(new Error('no')))] })
  press('t')
  expect(await shown).toMatchObject({ message: 'no' })
  log.mockRestore()
})

test('a component’s commands use its newest state and are removed with it', () => {
  const seen: number[] = []
  function Counter({ count }: { count: number }) {
    useCommands('counter', [command('c', ['C'], () => void seen.push(count), { when: () => count < 3 })])
    return <p>{count}</p>
  }
  const { rerender, unmount } = render(<Counter count={1} />)
  press('c')
  rerender(<Counter count={2} />)
  press('c')
  rerender(<Counter count={3} />)
  press('c')
  expect(screen.getByText('3')).toBeDefined()
  expect(seen).toEqual([1, 2])
  act(() => unmount())
  expect(scopesStore.get()).toEqual([])
})
