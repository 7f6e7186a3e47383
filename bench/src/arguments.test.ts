import { describe, expect, it } from 'vitest'
import { parseArguments } from './arguments.ts'

const known = ['lists', 'smtp']

describe('the command line of the benches', () => {
  it('without arguments selects every bench in the small size', () => {
    expect(parseArguments([], known)).toEqual({ ok: true, names: known, options: { size: 'small', explain: false } })
  })

  it('accepts names and options in any order', () => {
    expect(parseArguments(['--size', 'full', 'smtp', '--explain'], known)).toEqual({
      ok: true,
      names: ['smtp'],
      options: { size: 'full', explain: true },
    })
  })

  it.each([
    [['nothing'], 'There is no bench nothing.'],
    [['--size', 'huge'], 'There is no size huge.'],
    [['--fast'], '--fast'],
  ])('refuses %j', (args, problem) => {
    const parsed = parseArguments(args, known)
    expect(parsed.ok ? '' : parsed.problem).toContain(problem)
  })
})
