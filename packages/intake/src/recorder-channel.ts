/** A channel of a recorder, or the only one of a camera. */
export interface RecorderChannel {
  /** The number by which the events of the device name the channel, as the reader of its events gives it. */
  channel: string
  /** As the device names it; null where it has no name. */
  name: string | null
  /** Null where the device does not tell. */
  isOnline: boolean | null
}

/** As a device calls itself. */
export interface RecorderFacts {
  name: string | null
  model: string | null
}
