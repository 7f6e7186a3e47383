/** Formats that are read. */
export const VIDEO_CODECS = ['H264', 'H265'] as const
export type VideoCodec = (typeof VIDEO_CODECS)[number]

/** The video of a stream: where it is set up, and how its packets are read. */
export interface VideoTrack {
  codec: VideoCodec
  payloadType: number
  /** Ticks of the packets' time in a second. */
  clockRate: number
  /** The address to set up, as the description names it; empty if it names none. */
  control: string
  /** The sets of parameters that stand in the description. Many devices send them in the stream too, some do not. */
  parameterSets: Buffer[]
}

export type TrackReading =
  | { ok: true; track: VideoTrack }
  /** `codec`: what the first video is, in upper case; null if there is no video. */
  | { ok: false; codec: string | null }

const MAX_LINES = 400
const MAX_SET_BYTES = 4_096
const MAX_SETS = 8
/** Names of fields that hold sets of parameters: of H.264 (RFC 6184), and of H.265 (RFC 7798). */
const SPROP = /(?:^|[; ])sprop-(?:parameter-sets|vps|sps|pps)=([A-Za-z0-9+/=,]{1,8000})/g

const isCodec = (name: string): name is VideoCodec => VIDEO_CODECS.some((codec) => codec === name)

/** Finds the first video of a description (SDP, RFC 8866) that can be read. */
export function findVideoTrack(sdp: string): TrackReading {
  let seen: string | null = null
  for (const lines of videoSections(sdp)) {
    const payloadType = Number(/^m=video \d+(?:\/\d+)? [A-Z/]+ (\d{1,3})(?: |$)/.exec(lines[0] ?? '')?.[1] ?? -1)
    const map = valueOf(lines, `a=rtpmap:${payloadType} `)
    const [, name = '', rate = ''] = /^([A-Za-z0-9.-]{1,20})\/(\d{1,7})/.exec(map ?? '') ?? []
    const codec = payloadType === 26 ? 'JPEG' : name.toUpperCase()
    seen ??= codec
    if (!isCodec(codec) || Number(rate) === 0) continue
    const parameterSets = readSets(valueOf(lines, `a=fmtp:${payloadType} `) ?? '')
    const control = valueOf(lines, 'a=control:')?.trim() ?? ''
    if (control.length > 2_000 || /[^\x21-\x7e]/.test(control)) continue
    return { ok: true, track: { codec, payloadType, clockRate: Number(rate), control, parameterSets } }
  }
  return { ok: false, codec: seen }
}

function videoSections(sdp: string): string[][] {
  const sections: string[][] = []
  let lines: string[] | undefined
  for (const line of sdp.slice(0, 65_536).split(/\r?\n/, MAX_LINES)) {
    if (line.startsWith('m=')) {
      lines = line.startsWith('m=video ') ? [] : undefined
      if (lines) sections.push(lines)
    }
    lines?.push(line)
  }
  return sections
}

const valueOf = (lines: readonly string[], start: string): string | undefined =>
  lines.find((line) => line.startsWith(start))?.slice(start.length)

function readSets(fields: string): Buffer[] {
  return [...fields.matchAll(SPROP)]
    .flatMap(([, value = '']) => value.split(','))
    .map((value) => Buffer.from(value, 'base64'))
    .filter(({ length }) => length > 1 && length <= MAX_SET_BYTES)
    .slice(0, MAX_SETS)
}

/** The address to set up a track: its own, or one below that of the description (RFC 2326, C.1.1). */
export function controlAddress(base: string, control: string): string {
  if (control === '' || control === '*') return base
  if (/^rtsps?:\/\//i.test(control)) return control
  return base.endsWith('/') ? base + control : `${base}/${control}`
}
