import { SCENE_KINDS } from '../scenes/index.ts'
import type { SceneKind } from '../scenes/index.ts'

/** Devices that the simulator can imitate. */
export const VENDORS = ['hikvision', 'hikvision-dvr', 'dahua', 'reolink', 'axis', 'plain', 'json'] as const
export type Vendor = (typeof VENDORS)[number]

/** The destination of mail. */
export interface SmtpEndpoint {
  host: string
  port: number
  user?: string
  password?: string
}

/** The destination of uploads: the server's address (`http://host:port`) and a token that may send alarms. */
export interface HttpEndpoint {
  url: string
  token: string
}

/** The ways by which the simulator's cameras send. `push`: as a Hikvision device pushes events. */
export const SENDING_WAYS = ['smtp', 'http', 'push', 'ftp'] as const
export type SendingWay = (typeof SENDING_WAYS)[number]

/** One camera that sends alarms. */
export interface CameraTarget {
  viewId: string
  name: string
  /** The mail address, the URL of pushed events, or the user of FTP. Only `http` needs none. */
  address?: string
  /** required if `via` is ftp */
  password?: string
  via: SendingWay
  vendor: Vendor
  /** the kinds of scenes of this camera; default all */
  kinds?: SceneKind[]
  /** determines the place of the camera */
  seed: number
  /** infrared pictures; every fifth seed when left out */
  night?: boolean
}

/** Where files are uploaded to. */
export interface FtpEndpoint {
  host: string
  port: number
}

/** The simulator's configuration. */
export interface Targets {
  smtp?: SmtpEndpoint
  http?: HttpEndpoint
  ftp?: FtpEndpoint
  /** The port of 127.0.0.1 at which a camera shows its stream. */
  stream?: { port: number }
  cameras: CameraTarget[]
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

function text(fields: Fields, key: string, where: string): string {
  const value = fields[key]
  if (typeof value !== 'string' || value === '') throw new TypeError(`${where}: "${key}" must be a text`)
  return value
}

function whole(fields: Fields, key: string, where: string): number {
  const value = fields[key]
  if (typeof value !== 'number' || !Number.isInteger(value))
    throw new TypeError(`${where}: "${key}" must be a whole number`)
  return value
}

function oneOf<T extends string>(value: unknown, allowed: readonly T[], where: string): T {
  const found = allowed.find((item) => item === value)
  if (found === undefined) throw new TypeError(`${where}: ${JSON.stringify(value)} is none of ${allowed.join(', ')}`)
  return found
}

function toCamera(value: unknown, index: number): CameraTarget {
  const where = `cameras[${index}]`
  if (!isFields(value)) throw new TypeError(`${where} must be an object`)
  const { kinds, night } = value
  if (kinds !== undefined && !Array.isArray(kinds)) throw new TypeError(`${where}: "kinds" must be a list`)
  return {
    viewId: text(value, 'viewId', where),
    name: text(value, 'name', where),
    via: oneOf(value['via'], SENDING_WAYS, `${where}.via`),
    vendor: oneOf(value['vendor'], VENDORS, `${where}.vendor`),
    seed: whole(value, 'seed', where),
    ...(value['address'] === undefined ? {} : { address: text(value, 'address', where) }),
    ...(value['password'] === undefined ? {} : { password: text(value, 'password', where) }),
    ...(kinds === undefined ? {} : { kinds: kinds.map((kind) => oneOf(kind, SCENE_KINDS, `${where}.kinds`)) }),
    ...(typeof night === 'boolean' ? { night } : {}),
  }
}

/** Parses the content of a targets file. Throws a `TypeError` with the position of the error. */
export function parseTargets(json: string): Targets {
  const value: unknown = JSON.parse(json)
  if (!isFields(value)) throw new TypeError('Targets must be an object')
  const { smtp, http, ftp, stream, cameras } = value
  if (!Array.isArray(cameras) || cameras.length === 0) throw new TypeError('"cameras" must be a list of at least one')
  const targets: Targets = { cameras: cameras.map(toCamera) }
  if (smtp !== undefined) {
    if (!isFields(smtp)) throw new TypeError('"smtp" must be an object')
    targets.smtp = { host: text(smtp, 'host', 'smtp'), port: whole(smtp, 'port', 'smtp') }
    if (smtp['user'] !== undefined) {
      targets.smtp.user = text(smtp, 'user', 'smtp')
      targets.smtp.password = text(smtp, 'password', 'smtp')
    }
  }
  if (http !== undefined) {
    if (!isFields(http)) throw new TypeError('"http" must be an object')
    targets.http = { url: text(http, 'url', 'http'), token: text(http, 'token', 'http') }
  }
  if (ftp !== undefined) {
    if (!isFields(ftp)) throw new TypeError('"ftp" must be an object')
    targets.ftp = { host: text(ftp, 'host', 'ftp'), port: whole(ftp, 'port', 'ftp') }
  }
  if (stream !== undefined) {
    if (!isFields(stream)) throw new TypeError('"stream" must be an object')
    targets.stream = { port: whole(stream, 'port', 'stream') }
  }
  for (const [index, camera] of targets.cameras.entries()) checkWay(targets, camera, `cameras[${index}]`)
  return targets
}

/** Checks that a camera has what its way needs. */
function checkWay(targets: Targets, { via, address, password }: CameraTarget, where: string): void {
  if (via !== 'push' && !targets[via]) throw new TypeError(`${where} sends by ${via}, but "${via}" is missing`)
  if (via !== 'http' && !address) throw new TypeError(`${where} sends by ${via}, but has no "address"`)
  if (via === 'ftp' && !password) throw new TypeError(`${where} sends by ftp, but has no "password"`)
}
