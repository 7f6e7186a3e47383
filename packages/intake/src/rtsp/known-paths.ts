/** A path at which cameras of a make have a stream. `{channel}` stands for the channel of a recorder, from 1. */
interface KnownPath {
  make: string
  path: string
}

/**
 * Where cameras have their streams, the most common makes first. A make's main stream comes before its sub-stream. Discovery tries no more
 * than {@link MAX_TRIES} of them.
 */
const KNOWN_PATHS: readonly KnownPath[] = [
  { make: 'Hikvision', path: '/Streaming/Channels/{channel}01' },
  { make: 'Hikvision', path: '/Streaming/Channels/{channel}02' },
  { make: 'Dahua', path: '/cam/realmonitor?channel={channel}&subtype=0' },
  { make: 'Dahua', path: '/cam/realmonitor?channel={channel}&subtype=1' },
  { make: 'Axis', path: '/axis-media/media.amp' },
  { make: 'Uniview', path: '/unicast/c{channel}/s0/live' },
  { make: 'Uniview', path: '/unicast/c{channel}/s1/live' },
  { make: 'Hanwha', path: '/profile2/media.smp' },
  { make: 'Reolink', path: '/h264Preview_0{channel}_main' },
  { make: 'Reolink', path: '/h264Preview_0{channel}_sub' },
  { make: 'Pelco', path: '/stream1' },
  { make: 'Pelco', path: '/stream2' },
  { make: 'Bosch', path: '/rtsp_tunnel' },
  { make: 'Vivotek', path: '/live.sdp' },
  { make: 'INSTAR', path: '/11' },
  { make: 'INSTAR', path: '/12' },
  { make: 'Foscam', path: '/videoMain' },
  { make: 'Sony', path: '/media/video1' },
  { make: 'Panasonic', path: '/MediaInput/h264' },
  { make: '', path: '/' },
]

const MAX_TRIES = 20

/** The paths to try for a channel, in order. */
export const pathsFor = (channel: number): KnownPath[] =>
  KNOWN_PATHS.slice(0, MAX_TRIES).map(({ make, path }) => ({
    make,
    path: path.replace('{channel}', String(channel)),
  }))
