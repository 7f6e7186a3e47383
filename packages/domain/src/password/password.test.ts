import { describe, expect, it } from 'vitest'
import { checkPasswordChange, passwordIssues } from './password.ts'

const keysOf = (password: string): string[] => passwordIssues(password).map(({ key }) => key)
const good = 'Wheat&Chaff-2026'

describe('passwords', () => {
  it('have 12 to 30 characters · VALIDATION-006', () => {
    expect(passwordIssues('Aa1!Aa1!Aa1')).toEqual([{ key: 'v.textMin', params: { n: 12 } }])
    expect(passwordIssues('Aa1!Aa1!Aa1!')).toEqual([])
    expect(passwordIssues('Aa1!'.repeat(7) + 'Aa')).toEqual([])
    expect(passwordIssues('Aa1!'.repeat(7) + 'Aa1')).toEqual([{ key: 'v.textMax', params: { n: 30 } }])
  })

  it.each([
    ['WHEAT&CHAFF-2026', 'v.pw.lower', 'VALIDATION-007'],
    ['wheat&chaff-2026', 'v.pw.upper', 'VALIDATION-008'],
    ['Wheat&Chaff-none', 'v.pw.number', 'VALIDATION-009'],
    ['WheatAndChaff2026', 'v.pw.nonAlnum', 'VALIDATION-010'],
  ])('%s lacks one class of characters: %s · %s', (password, key) => {
    expect(keysOf(password)).toEqual([key])
  })

  it('are checked against all rules at once · VALIDATION-006 VALIDATION-007 VALIDATION-008 VALIDATION-009 VALIDATION-010', () => {
    expect(keysOf('')).toEqual(['v.textMin', 'v.pw.lower', 'v.pw.upper', 'v.pw.number', 'v.pw.nonAlnum'])
  })

  it('may contain letters of any script, which are not special characters · VALIDATION-010', () => {
    expect(keysOf('ЗерноИМякина2026')).toEqual(['v.pw.nonAlnum'])
    expect(keysOf('ЗерноИМякина 2026')).toEqual([])
  })
})

describe('an installation with its own password rules', () => {
  it('may allow long phrases without classes', () => {
    const policy = { min: 15, max: 128, composition: false }
    expect(passwordIssues('four plain words together', policy)).toEqual([])
    expect(passwordIssues('four words', policy)).toEqual([{ key: 'v.textMin', params: { n: 15 } }])
    const change = { next: 'four plain words together', confirm: 'four plain words together' }
    expect(checkPasswordChange(change, policy)).toEqual({ ok: true, password: change.next })
    expect(checkPasswordChange(change)).toMatchObject({ ok: false })
  })
})

describe('a change of password', () => {
  it('returns the new password if all three fields are valid · PASSWORD-004', () => {
    expect(checkPasswordChange({ old: 'Old&Password-1', next: good, confirm: good })).toEqual({
      ok: true,
      password: good,
    })
  })

  it('does not require the old password if a token replaces it · PASSWORD-004', () => {
    expect(checkPasswordChange({ next: good, confirm: good })).toEqual({ ok: true, password: good })
  })

  it.each([
    [{ old: good, next: good, confirm: good }, 'next', 'v.pw.sameAsOld', 'VALIDATION-011'],
    [{ old: 'x', next: good, confirm: `${good}x` }, 'confirm', 'v.pw.confirm', 'VALIDATION-012'],
    [{ old: 'x', next: good, confirm: '' }, 'confirm', 'v.pw.confirm', 'VALIDATION-012'],
    [{ old: '', next: good, confirm: good }, 'old', 'v.required', 'PASSWORD-004'],
  ])('%j fails at %s with %s · %s', (fields, field, key) => {
    expect(checkPasswordChange(fields)).toEqual({ ok: false, issues: [{ field, issue: { key } }] })
  })

  it('refuses a weak password even if it is repeated correctly · PASSWORD-004', () => {
    expect(checkPasswordChange({ old: 'x', next: 'weak', confirm: 'weak' })).toMatchObject({ ok: false })
  })
})
