import type { Random } from '../scenes/random.ts'

/** Places of the customers of a European monitoring centre, each with its time zone. */
export const CITIES = [
  ['London', 'Europe/London'],
  ['Manchester', 'Europe/London'],
  ['Bristol', 'Europe/London'],
  ['Dublin', 'Europe/Dublin'],
  ['Lisbon', 'Europe/Lisbon'],
  ['Porto', 'Europe/Lisbon'],
  ['Madrid', 'Europe/Madrid'],
  ['Málaga', 'Europe/Madrid'],
  ['Las Palmas', 'Atlantic/Canary'],
  ['Paris', 'Europe/Paris'],
  ['Lyon', 'Europe/Paris'],
  ['Antwerp', 'Europe/Brussels'],
  ['Rotterdam', 'Europe/Amsterdam'],
  ['Köln', 'Europe/Berlin'],
  ['Hamburg', 'Europe/Berlin'],
  ['München', 'Europe/Berlin'],
  ['Zürich', 'Europe/Zurich'],
  ['Milano', 'Europe/Rome'],
  ['Palermo', 'Europe/Rome'],
  ['Wien', 'Europe/Vienna'],
  ['København', 'Europe/Copenhagen'],
  ['Göteborg', 'Europe/Stockholm'],
  ['Helsinki', 'Europe/Helsinki'],
  ['Riga', 'Europe/Riga'],
  ['Gdańsk', 'Europe/Warsaw'],
  ['Praha', 'Europe/Prague'],
  ['București', 'Europe/Bucharest'],
  ['Αθήνα', 'Europe/Athens'],
  ['Reykjavík', 'Atlantic/Reykjavik'],
  ['Halifax', 'America/Halifax'],
  ['New York', 'America/New_York'],
  ['Chicago', 'America/Chicago'],
  ['Denver', 'America/Denver'],
  ['Phoenix', 'America/Phoenix'],
  ['Vancouver', 'America/Vancouver'],
  ['São Paulo', 'America/Sao_Paulo'],
  ['Dubai', 'Asia/Dubai'],
  ['Mumbai', 'Asia/Kolkata'],
  ['東京', 'Asia/Tokyo'],
  ['Adelaide', 'Australia/Adelaide'],
  ['Auckland', 'Pacific/Auckland'],
] as const

const OWNERS = [
  'Ashcroft',
  'Barros & Filhos',
  'Bergmann',
  'Blue Anchor',
  'Castellan',
  'Delacroix',
  'Eastgate',
  'Ferreira',
  'Greenfield',
  'Halvorsen',
  'Ironbridge',
  'Janssen',
  'Kestrel',
  'Lindqvist',
  'Marlowe',
  'Northwind',
  'O’Brien',
  'Petrov',
  'Quarry Hill',
  'Rossi',
  'Sandoval',
  'Steinbach',
  'Thornbury',
  'Unity',
  'Van Dijk',
  'Whitmore',
  'Yilmaz',
  'Zephyr',
] as const

const TRADES = [
  'Builders Merchants',
  'Car Rental',
  'Cold Storage',
  'Construction',
  'Council',
  'Data Centres',
  'Farms',
  'Freight',
  'Garden Centres',
  'Hotels',
  'Housing',
  'Logistics',
  'Marinas',
  'Motors',
  'Pharmacies',
  'Quarries',
  'Rail',
  'Recycling',
  'Retail Parks',
  'Schools',
  'Solar',
  'Water',
] as const

const SITES = [
  'Depot',
  'Distribution Centre',
  'Substation',
  'Head Office',
  'Yard',
  'Warehouse',
  'Showroom',
  'Car Park',
  'Compound',
  'Workshop',
  'Terminal',
  'Plant',
  'Store',
  'Quay',
  'Pumping Station',
] as const
const SIDES = ['North', 'South', 'East', 'West', 'Old', 'New', 'Upper', 'Lower'] as const

const SPOTS = [
  'Main gate',
  'Rear gate',
  'Loading bay',
  'Reception',
  'Car park',
  'Fence line',
  'Roof',
  'Stairwell',
  'Fuel store',
  'Server room',
  'Weighbridge',
  'Perimeter',
  'Side door',
  'Workshop door',
  'Stock room',
  'Cycle store',
] as const

/** Creates a function that makes each name unique: a repeated name gets a number, as people write it. */
export function createUniqueNames(): (name: string) => string {
  const given = new Map<string, number>()
  return (name) => {
    const key = name.toLowerCase()
    const times = (given.get(key) ?? 0) + 1
    given.set(key, times)
    return times === 1 ? name : `${name} ${times}`
  }
}

export const drawClientName = (random: Random, city: string): string =>
  `${random.pick(OWNERS)} ${random.pick(TRADES)}${random.chance(0.5) ? ` ${city}` : ''}`

export const drawSiteName = (random: Random, city: string): string =>
  `${city} ${random.chance(0.4) ? `${random.pick(SIDES)} ` : ''}${random.pick(SITES)}`

export const drawCameraName = (random: Random): string =>
  `${random.pick(SPOTS)}${random.chance(0.3) ? ` ${random.pick(SIDES).toLowerCase()}` : ''}`

export const drawGroupName = (random: Random): string =>
  `${random.pick(TRADES)} ${random.pick(['nights', 'weekends', 'key accounts', 'trial', 'region'])}`
