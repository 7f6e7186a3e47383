/** The video of a stream, as its description (SDP, RFC 8866) names it. */
export interface StreamVideo {
  /** In upper case, as `H264`; null if the description does not name it. */
  codec: string | null
  width: number | null
  height: number | null
}

const MAX_LINES = 400
/** Formats with a fixed number (RFC 3551). */
const FIXED: Readonly<Record<string, string>> = { 26: 'JPEG', 31: 'H261', 32: 'MPV', 33: 'MP2T', 34: 'H263' }

/** Finds the first video in a description of a stream; undefined if there is none. */
export function readVideo(sdp: string): StreamVideo | undefined {
  let isVideo = false
  const found: StreamVideo = { codec: null, width: null, height: null }
  for (const line of sdp.slice(0, 65_536).split(/\r?\n/, MAX_LINES)) {
    if (line.startsWith('m=')) {
      if (isVideo) break
      isVideo = line.startsWith('m=video ')
      const format = isVideo ? /^m=video \d+(?:\/\d+)? [A-Z/]+ (\d{1,3})(?: |$)/.exec(line)?.[1] : undefined
      found.codec = (format === undefined ? undefined : FIXED[format]) ?? null
    } else if (isVideo) readAttribute(line, found)
  }
  return isVideo ? found : undefined
}

function readAttribute(line: string, found: StreamVideo): void {
  const codec = /^a=rtpmap:\d{1,3} ([A-Za-z0-9.-]{1,20})\//.exec(line)?.[1]
  if (codec !== undefined) found.codec ??= codec.toUpperCase()
  const size =
    /^a=framesize:\d{1,3} (\d{2,5})-(\d{2,5})/.exec(line) ??
    /^a=x-dimensions: ?(\d{2,5}), ?(\d{2,5})/.exec(line) ??
    /^a=Media_header:.{0,300}?width=(\d{2,5});.{0,300}?height=(\d{2,5})/i.exec(line)
  if (!size) return
  found.width ??= Number(size[1])
  found.height ??= Number(size[2])
}
