/** The makers' own names, by the code that the readers of device messages use. Names are the same in every language. */
const NAMES = new Map([
  ['axis', 'Axis'],
  ['blueiris', 'Blue Iris'],
  ['dahua', 'Dahua'],
  ['digitalwatchdog', 'Digital Watchdog'],
  ['exacq', 'Exacq'],
  ['hanwha', 'Hanwha'],
  ['hikvision', 'Hikvision'],
  ['immix', 'Immix'],
  ['instar', 'INSTAR'],
  ['milestone', 'Milestone'],
  ['reolink', 'Reolink'],
  ['rialto', 'Rialto'],
  ['sentinel', 'Sentinel'],
  ['uniview', 'Uniview'],
])

/** Returns the name of a device's maker, or null if no maker was recognised. A code without a known name is returned as it is. */
export function vendorName(vendor: string | null): string | null {
  if (vendor === null || vendor === 'generic') return null
  return NAMES.get(vendor) ?? vendor
}
