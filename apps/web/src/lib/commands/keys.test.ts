import { describe, expect, test } from 'vitest'
import { ariaKey, keyCaps, type KeyLike, matchesKey } from './keys.ts'

const press = (key: string, code: string, modifiers: Partial<KeyLike> = {}): KeyLike => ({
  key,
  code,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...modifiers,
})

describe('letters', () => {
  test.each<[string, KeyLike, boolean]>([
    ['the letter on the key cap', press('t', 'KeyT'), true],
    ['with Caps Lock', press('T', 'KeyT'), true],
    ['on Dvorak, where T lies elsewhere', press('t', 'KeyK'), true],
    ['another letter of Dvorak in the place of T', press('y', 'KeyT'), false],
    ['on a Russian layout, by its place', press('е', 'KeyT'), true],
    ['on a Greek layout, by its place', press('τ', 'KeyT'), true],
    ['another place of a Russian layout', press('а', 'KeyF'), false],
    ['with Shift', press('T', 'KeyT', { shiftKey: true }), false],
    ['with Ctrl', press('t', 'KeyT', { ctrlKey: true }), false],
    ['with Alt', press('t', 'KeyT', { altKey: true }), false],
  ])('T is matched by %s', (_name, event, expected) => {
    expect(matchesKey('T', event)).toBe(expected)
  })

  test('Shift+T needs Shift, on every layout', () => {
    expect(matchesKey('Shift+T', press('T', 'KeyT', { shiftKey: true }))).toBe(true)
    expect(matchesKey('Shift+T', press('Е', 'KeyT', { shiftKey: true }))).toBe(true)
    expect(matchesKey('Shift+T', press('t', 'KeyT'))).toBe(false)
  })
})

test('Mod is Ctrl or ⌘', () => {
  expect(matchesKey('Mod+K', press('k', 'KeyK', { ctrlKey: true }))).toBe(true)
  expect(matchesKey('Mod+K', press('k', 'KeyK', { metaKey: true }))).toBe(true)
  expect(matchesKey('Mod+K', press('k', 'KeyK'))).toBe(false)
})

test('punctuation is matched by its character, with or without Shift', () => {
  expect(matchesKey('?', press('?', 'Slash', { shiftKey: true }))).toBe(true)
  expect(matchesKey('?', press('?', 'Minus'))).toBe(true)
  expect(matchesKey('?', press('/', 'Slash'))).toBe(false)
  expect(matchesKey('+', press('+', 'Equal', { shiftKey: true }))).toBe(true)
})

test('named keys', () => {
  expect(matchesKey('Space', press(' ', 'Space'))).toBe(true)
  expect(matchesKey('Space', press(' ', 'Space', { shiftKey: true }))).toBe(false)
  expect(matchesKey('ArrowUp', press('ArrowUp', 'ArrowUp'))).toBe(true)
  expect(matchesKey('ArrowUp', press('ArrowUp', 'ArrowUp', { shiftKey: true }))).toBe(false)
})

test('keys are shown as caps and named for assistive technology', () => {
  expect(keyCaps('Mod+Shift+ArrowUp')).toEqual(['Ctrl', 'Shift', '↑'])
  expect(keyCaps('Mod+K', true)).toEqual(['⌘', 'K'])
  expect(keyCaps('+')).toEqual(['+'])
  expect(ariaKey('Mod+K')).toBe('Control+K')
})
