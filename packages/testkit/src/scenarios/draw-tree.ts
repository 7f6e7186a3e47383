import { createHash } from 'node:crypto'
import { createRandom, type Random } from '../scenes/random.ts'
import { CITIES, createUniqueNames, drawCameraName, drawClientName, drawGroupName, drawSiteName } from './names.ts'
import type { TreeSize } from './scenarios.ts'
import { shareOut } from './share-out.ts'

export interface DrawnCamera {
  id: string
  name: string
  integration: string
  active: boolean
  thermal: boolean
  ptz: boolean
  /** Polygons in 0–1 coordinates of the picture. */
  masks: [number, number][][]
  channel: string | null
  deviceModel: string | null
  sensitivity: number
  /** Minutes since the camera's last signal; null for a camera that never sent a signal. */
  silentMinutes: number | null
}

export interface DrawnSite {
  id: string
  name: string
  /** The IANA time zone; null for the company's default. */
  timezone: string | null
  active: boolean
  cameras: DrawnCamera[]
}

export interface DrawnClient {
  id: string
  name: string
  /** The ids of the client's groups. */
  groups: string[]
  sites: DrawnSite[]
}

export interface DrawnGroup {
  id: string
  name: string
}

const MODELS = ['Hikvision DS-2CD2347', 'Dahua IPC-HFW3441', 'Axis P3265-LV', 'Hanwha QNV-8080R', 'Bosch NBE-3502']
/** Kinds of integration that only older cameras have. */
const RARE_INTEGRATIONS = ['hikvision', 'milestone', 'immix', 'rtsp', 'videofied', 'exacq']
const MINUTES_A_MONTH = 30 * 24 * 60

/** A UUID that depends only on `what`, so that the same seed gives the same ids, also if only a part of the tree is drawn. */
export function idFor(what: string): string {
  const hex = createHash('sha256').update(what).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function drawMask(random: Random): [number, number][] {
  const [x, y] = [random.range(0, 0.7), random.range(0, 0.7)]
  const [width, height] = [random.range(0.1, 0.3), random.range(0.1, 0.3)]
  const round = (value: number) => Math.round(value * 1000) / 1000
  return [
    [round(x), round(y)],
    [round(x + width), round(y)],
    [round(x + width), round(y + height)],
    [round(x), round(y + height)],
  ]
}

function drawIntegration(random: Random): string {
  if (random.chance(0.04)) return random.pick(RARE_INTEGRATIONS)
  return random.chance(0.72) ? 'email' : 'api'
}

function drawCamera(random: Random, id: string, name: string): DrawnCamera {
  const ptz = random.chance(0.05)
  const masked = !ptz && random.chance(0.15)
  return {
    id,
    name,
    integration: drawIntegration(random),
    active: random.chance(0.94),
    thermal: random.chance(0.08),
    ptz,
    masks: masked ? Array.from({ length: random.int(1, 3) }, () => drawMask(random)) : [],
    channel: random.chance(0.3) ? `${random.int(1, 32)}` : null,
    deviceModel: random.chance(0.6) ? random.pick(MODELS) : null,
    sensitivity: random.chance(0.8) ? 3 : random.int(1, 5),
    // Most cameras sent a signal in the last hour, a few have sent none for weeks.
    silentMinutes: random.chance(0.03) ? null : Math.floor(MINUTES_A_MONTH * random.next() ** 8),
  }
}

/** The groups of a scenario's clients. */
export function drawGroups(size: TreeSize, seed: string): DrawnGroup[] {
  const random = createRandom(`${seed} groups`)
  const unique = createUniqueNames()
  return Array.from({ length: size.groups }, (_, n) => ({
    id: idFor(`${seed} group ${n}`),
    name: unique(drawGroupName(random)),
  }))
}

/**
 * Generates a company's clients with their sites and cameras, one client at a time, so that they need not all be in
 * memory.
 */
export function* drawTree(size: TreeSize, seed: string): Generator<DrawnClient> {
  const random = createRandom(seed)
  const groups = drawGroups(size, seed)
  const sitesOf = shareOut(random.fork('sites'), size.sites, size.clients)
  const camerasOf = shareOut(random.fork('cameras'), size.cameras, size.sites)
  const uniqueClient = createUniqueNames()
  let [siteNumber, cameraNumber] = [0, 0]
  for (const [clientNumber, siteCount] of sitesOf.entries()) {
    const [home, homeZone] = random.pick(CITIES)
    const uniqueSite = createUniqueNames()
    const client: DrawnClient = {
      id: idFor(`${seed} client ${clientNumber}`),
      name: uniqueClient(drawClientName(random, home)),
      groups: groups.filter(() => random.chance(0.03)).map(({ id }) => id),
      sites: [],
    }
    for (let n = 0; n < siteCount; n++) {
      const [city, zone] = random.chance(0.7) ? [home, homeZone] : random.pick(CITIES)
      const uniqueCamera = createUniqueNames()
      const cameras = Array.from({ length: camerasOf[siteNumber] ?? 0 }, () =>
        drawCamera(random, idFor(`${seed} camera ${cameraNumber++}`), uniqueCamera(drawCameraName(random))),
      )
      client.sites.push({
        id: idFor(`${seed} site ${siteNumber++}`),
        name: uniqueSite(drawSiteName(random, city)),
        timezone: random.chance(0.85) ? zone : null,
        active: random.chance(0.97),
        cameras,
      })
    }
    yield client
  }
}
