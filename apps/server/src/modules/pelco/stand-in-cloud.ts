import type { PelcoCloud } from './pelco-cloud.ts'

/** What the last digit of a serial makes of its camera. All others have one sensor. */
const UNKNOWN = '0'
const FOUR_SENSORS = '4'
const UNREACHABLE = '8'
const NEVER_RELEASED = '9'

/**
 * A stand-in for the cloud of Pelco, for development and tests. It calls nobody and remembers nothing: the last digit of a serial says how
 * it answers, so that every outcome can be tried. No camera sends alarms because of it.
 */
export const standInCloud: PelcoCloud = {
  isStandIn: true,
  enrol(_companyId, serial) {
    const last = serial.at(-1)
    if (last === UNKNOWN) return Promise.resolve({ outcome: 'refused' })
    if (last === UNREACHABLE) return Promise.resolve({ outcome: 'unreachable' })
    const name = `Pelco ${serial.slice(-4)}`
    if (last !== FOUR_SENSORS) return Promise.resolve({ outcome: 'registered', sensors: [{ channel: '1', name }] })
    const sensors = ['1', '2', '3', '4'].map((channel) => ({ channel, name: `${name} (${channel})` }))
    return Promise.resolve({ outcome: 'registered', sensors })
  },
  // Of a camera with four sensors, all are released.
  release: (_companyId, serial) => Promise.resolve(serial.at(-1) !== NEVER_RELEASED),
}
