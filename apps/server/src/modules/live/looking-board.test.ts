import { describe, expect, it } from 'vitest'
import { createLookingBoard, type LookedAlarm } from './looking-board.ts'

const alarm = (id: string): LookedAlarm => ({ id, projectId: 'p', siteId: 's', viewId: 'v' })

function open() {
  const clock = { now: 0 }
  const told: string[] = []
  const board = createLookingBoard(
    () => clock.now,
    (_company, { id }, { people, count }) => told.push(`${id}: ${people.map(({ name }) => name).join()} (${count})`),
  )
  const look = (name: string, at: string | null, tab = 'tab', companyId = 'c') =>
    board.note({ companyId, userId: `id of ${name}`, name, tab, alarm: at === null ? null : alarm(at) })
  return { board, clock, told, look }
}

describe('the board of who looks at what', () => {
  it('tells when somebody begins, moves on and stops, but not when they go on looking', () => {
    const { look, told } = open()
    look('Ana', 'a')
    look('Ben', 'a')
    look('Ana', 'a')
    look('Ana', 'b')
    look('Ana', null)
    expect(told).toEqual(['a: Ana (1)', 'a: Ana,Ben (2)', 'a: Ben (1)', 'b: Ana (1)', 'b:  (0)'])
  })

  it('forgets who is not heard of for 45 s', () => {
    const { board, clock, look, told } = open()
    look('Ana', 'a')
    clock.now = 30_000
    look('Ana', 'a')
    clock.now = 74_999
    board.sweep()
    expect(told).toHaveLength(1)
    clock.now = 75_000
    board.sweep()
    expect([told.at(-1), board.list('c')]).toEqual(['a:  (0)', []])
  })

  it('counts a user with two tabs once, until both have left', () => {
    const { look, told } = open()
    look('Ana', 'a', 'one')
    look('Ana', 'a', 'two')
    look('Ana', null, 'one')
    expect(told.at(-1)).toBe('a: Ana (1)')
    look('Ana', null, 'two')
    expect(told.at(-1)).toBe('a:  (0)')
  })

  it('keeps companies apart, names at most five people, and holds a limited number of tabs', () => {
    const { board, look, told } = open()
    for (let n = 0; n < 9; n++) look(`Person ${n}`, 'a')
    expect(told.at(-1)).toBe('a: Person 0,Person 1,Person 2,Person 3,Person 4 (9)')
    expect(board.list('other')).toEqual([])
    for (let n = 0; n < 50; n++) look('Ana', `alarm ${n}`, `tab ${n}`, 'second')
    expect(board.list('second').map(({ alarm: { id } }) => id)).toEqual(
      Array.from({ length: 8 }, (_, n) => `alarm ${n + 42}`),
    )
    for (let n = 0; n < 700; n++) look(`Person ${n}`, `alarm ${n}`, 'tab', 'third')
    expect(board.list('third')).toHaveLength(500)
  })
})
