import { lineOrNull } from '../text/clean.ts'

/** More devices than a panel can have. */
const MAX_DEVICES = 100

/** A detector of a panel, by the number that its events name. */
export interface FrontelDevice {
  number: number
  name: string
}

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 10_000 ? value : undefined

/** Reads the detectors from what a panel says of itself, by their numbers. Never throws; what has no such form has none. */
export function readDevices(status: string): FrontelDevice[] {
  try {
    const parsed: unknown = JSON.parse(status)
    const listed = typeof parsed === 'object' && parsed !== null && 'Devices' in parsed ? parsed.Devices : []
    const devices = new Map<number, string>()
    for (const each of Array.isArray(listed) ? (listed as unknown[]).slice(0, MAX_DEVICES) : []) {
      if (typeof each !== 'object' || each === null || !('DeviceIndex' in each)) continue
      const number = numberOf(each.DeviceIndex)
      const name = 'Name' in each && typeof each.Name === 'string' ? lineOrNull(each.Name, 60) : null
      if (number !== undefined) devices.set(number, name ?? '')
    }
    return [...devices].map(([number, name]) => ({ number, name })).toSorted((a, b) => a.number - b.number)
  } catch {
    return []
  }
}
