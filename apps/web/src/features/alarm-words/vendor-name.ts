/** What makers call themselves, by the code that readers of messages have for them; the same in every language. */
const NAMES = new Map([
  ['axis', 'Axis'],
  ['blueiris', 'Blue Iris'],
  ['dahua', 'Dahua'],
  ['hanwha', 'Hanwha'],
  ['hikvision', 'Hikvision'],
  ['milestone', 'Milestone'],
  ['reolink', 'Reolink'],
  ['uniview', 'Uniview'],
])

/** The maker of a device; null where none was recognised. A maker that only the server knows is named by its code. */
export function vendorName(vendor: string | null): string | null {
  if (vendor === null || vendor === 'generic') return null
  return NAMES.get(vendor) ?? vendor
}
