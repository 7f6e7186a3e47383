import { describe, expect, it } from 'vitest'
import { admitDelivery, CLOSED_CIRCUIT, circuitAfter, type Circuit } from './circuit.ts'

const now = new Date('2026-03-01T12:00:00Z')
const after = (seconds: number): Date => new Date(now.getTime() + seconds * 1000)

function failed(times: number): Circuit {
  return Array.from({ length: times }).reduce<Circuit>((circuit) => circuitAfter(circuit, 'down', now), CLOSED_CIRCUIT)
}

describe('the circuit of a receiver', () => {
  it.each([
    [1, null],
    [4, null],
    [5, 15],
    [6, 30],
    [7, 60],
    [8, 60],
    [500, 60],
  ])('pauses after %i consecutive failures for %j s (null: no pause)', (failures, seconds) => {
    expect(failed(failures)).toEqual({ failures, until: seconds === null ? null : after(seconds) })
  })

  it('lets everything through while it is closed', () => {
    expect(admitDelivery(failed(4), now)).toEqual({ send: true, isProbe: false, circuit: failed(4) })
  })

  it('lets nothing through while it is open, and returns the end of the pause', () => {
    expect(admitDelivery(failed(5), after(14.999))).toEqual({ send: false, at: after(15), circuit: failed(5) })
  })

  it('lets exactly one probe through after the pause', () => {
    const probe = admitDelivery(failed(5), after(15))
    expect(probe).toEqual({ send: true, isProbe: true, circuit: { failures: 5, until: after(105) } })
    // Also just before a message to two silent DC-09 receivers, or a mail, has had all of its time.
    for (const seconds of [15, 15 + 62, 104])
      expect(admitDelivery(probe.circuit, after(seconds))).toMatchObject({ send: false, at: after(105) })
  })

  it('lets another probe through when the first one got no result in time', () => {
    const probe = admitDelivery(failed(5), after(15))
    expect(admitDelivery(probe.circuit, after(105))).toMatchObject({ send: true, isProbe: true })
  })

  it('lets a probe through when the end of the pause is too far ahead because the clock was set back', () => {
    expect(admitDelivery(failed(5), after(-86_400))).toMatchObject({ send: true, isProbe: true })
    expect(admitDelivery(failed(50), after(-4))).toMatchObject({ send: false })
  })

  it('closes after a delivered probe and pauses longer after a failed one', () => {
    const { circuit } = admitDelivery(failed(5), after(15))
    expect(circuitAfter(circuit, 'delivered', after(16))).toEqual(CLOSED_CIRCUIT)
    expect(circuitAfter(circuit, 'down', after(16))).toEqual({ failures: 6, until: after(46) })
  })

  it('counts a message that does not suit the settings, but does not pause for it, and closes', () => {
    expect(circuitAfter(failed(4), 'misconfigured', now)).toEqual({ failures: 5, until: null })
    expect(circuitAfter(failed(7), 'misconfigured', now)).toEqual({ failures: 8, until: null })
  })

  it('does not count a failure that concerns only one message', () => {
    expect(circuitAfter(failed(4), 'unrelated', now)).toEqual(failed(4))
  })

  it('closes after a probe whose failure concerns only its message, and opens again at the next failure', () => {
    const { circuit } = admitDelivery(failed(6), after(30))
    const next = circuitAfter(circuit, 'unrelated', after(31))
    expect(admitDelivery(next, after(31))).toMatchObject({ send: true, isProbe: false })
    expect(circuitAfter(next, 'down', after(31))).toEqual({ failures: 5, until: after(46) })
  })

  it.each([
    [1, 7_000, 7],
    [1, 3_600_000, 60],
    [1, 0, null],
    [5, 7_000, 15],
    [5, 40_000, 40],
  ])('after failure %i and a requested pause of %i ms, pauses for %j s', (failures, retryAfterMs, seconds) => {
    expect(circuitAfter(failed(failures - 1), 'down', now, retryAfterMs)).toEqual({
      failures,
      until: seconds === null ? null : after(seconds),
    })
  })

  it('resets the number of failures at the first success', () => {
    expect(circuitAfter(circuitAfter(failed(4), 'delivered', now), 'down', now)).toEqual({ failures: 1, until: null })
  })
})
