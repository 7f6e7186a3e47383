import { describe, expect, test } from 'vitest'
import type { Point } from './mask-geometry.ts'
import { editZones, freeName, openZones, type Zone, type ZoneAction, type ZoneEditor, zonesOf } from './zone-editor.ts'

const triangle = (x: number): Point[] => [
  [x, 0.1],
  [x + 0.25, 0.1],
  [x, 0.4],
]
const GATE: Zone = { name: 'Gate', points: triangle(0) }
const YARD: Zone = { name: 'Yard', points: triangle(0.4) }
const nameOf = (n: number) => `Zone ${n}`
const after = (state: ZoneEditor, ...actions: ZoneAction[]) =>
  actions.reduce((before, action) => editZones(before, action, nameOf), state)
const names = (state: ZoneEditor) => zonesOf(state).map(({ name }) => name)
const drawn: ZoneAction[] = [
  { type: 'draw' },
  ...triangle(0.7).map((point): ZoneAction => ({ type: 'point', point })),
  { type: 'finish' },
]

describe('zones of a rule', () => {
  test('a drawn zone gets the first free name', () => {
    const state = after(openZones([GATE, { ...YARD, name: 'Zone 3' }]), ...drawn)
    expect(zonesOf(state)).toEqual([GATE, { ...YARD, name: 'Zone 3' }, { name: 'Zone 4', points: triangle(0.7) }])
    expect(freeName([], nameOf)).toBe('Zone 1')
  })

  test('a drawing that is given up or has two corners adds no name', () => {
    const state = after(openZones([GATE]), { type: 'draw' }, { type: 'point', point: [0.1, 0.1] }, { type: 'finish' })
    expect(state.areas.refused).toBe('too-few')
    expect(names(state)).toEqual(['Gate'])
    expect(names(after(state, { type: 'cancel' }))).toEqual(['Gate'])
  })

  test('names follow their zones when one is deleted, and come back with undo and go with redo', () => {
    const deleted = after(openZones([GATE, YARD]), { type: 'delete-mask', mask: 0 })
    expect(names(deleted)).toEqual(['Yard'])
    const back = after(deleted, { type: 'undo' })
    expect(zonesOf(back)).toEqual([GATE, YARD])
    expect(names(after(back, { type: 'redo' }))).toEqual(['Yard'])
  })

  test('a renamed zone keeps its name when its corner moves', () => {
    const state = after(
      openZones([GATE]),
      { type: 'rename', zone: 0, name: 'Door' },
      { type: 'grab' },
      { type: 'move-point', mask: 0, at: 0, to: [0.05, 0.05] },
    )
    expect(zonesOf(state)).toEqual([{ name: 'Door', points: [[0.05, 0.05], ...triangle(0).slice(1)] }])
    expect(zonesOf(after(state, { type: 'undo' }))).toEqual([{ name: 'Door', points: triangle(0) }])
  })

  test('undo and redo with nothing to undo change nothing', () => {
    const state = openZones([GATE])
    expect(zonesOf(after(state, { type: 'undo' }, { type: 'redo' }))).toEqual([GATE])
  })

  test('while a zone is drawn, undo takes back its corner and no name', () => {
    const state = after(
      openZones([GATE]),
      { type: 'delete-mask', mask: 0 },
      { type: 'draw' },
      { type: 'point', point: [0.1, 0.1] },
      { type: 'undo' },
    )
    expect(state.areas.drawing).toEqual([])
    expect(names(state)).toEqual([])
    expect(names(after(state, { type: 'cancel' }, { type: 'undo' }))).toEqual(['Gate'])
  })

  test('a new step forgets what could be redone', () => {
    const state = after(openZones([GATE, YARD]), { type: 'delete-mask', mask: 0 }, { type: 'undo' }, ...drawn)
    expect(names(state)).toEqual(['Gate', 'Yard', 'Zone 3'])
    expect(names(after(state, { type: 'redo' }))).toEqual(['Gate', 'Yard', 'Zone 3'])
  })
})
