import { describe, expect, test } from 'vitest'
import { type FirstSteps, statesOf } from './first-steps.ts'

const ID = '01900000-0000-7000-8000-000000000001'
const none: FirstSteps = {
  projectId: null,
  siteId: null,
  viewId: null,
  alarm: false,
  receiver: false,
  colleague: false,
}
const states = (change: Partial<FirstSteps>) => Object.values(statesOf({ ...none, ...change })).join(' ')

describe('the steps of a new company', () => {
  test.each([
    [{}, 'next later later later later next'],
    [{ projectId: ID }, 'done next later later later next'],
    [{ projectId: ID, siteId: ID }, 'done done next later next next'],
    [{ projectId: ID, siteId: ID, viewId: ID }, 'done done done next next next'],
    [{ projectId: ID, siteId: ID, viewId: ID, alarm: true }, 'done done done done next next'],
    [{ projectId: ID, siteId: ID, receiver: true, colleague: true }, 'done done next later done done'],
  ])('with %j are %s', (change, expected) => {
    expect(states(change)).toBe(expected)
  })
})
