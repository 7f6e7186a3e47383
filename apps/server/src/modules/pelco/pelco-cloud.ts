/** A sensor of a camera, which is one camera here. */
export interface CloudSensor {
  /** The number of the sensor in its camera. */
  channel: string
  name: string
}

export type Registration =
  | { outcome: 'registered'; sensors: CloudSensor[] }
  /** The cloud knows no such camera, or it belongs to somebody else. */
  | { outcome: 'refused' }
  | { outcome: 'unreachable' }

/**
 * What is asked of the cloud of Pelco. Its protocol is not published: whoever has a contract with the maker implements this.
 * Both calls may be repeated, since a process can stop between the answer and what is stored of it.
 */
export interface PelcoCloud {
  readonly isStandIn: boolean
  /**
   * Registers a camera for a company. A camera that is registered for the same company already is registered.
   * @param serial twelve digits
   */
  enrol(companyId: string, serial: string): Promise<Registration>
  /** Lets go of one sensor of a camera. Returns whether it is registered no more. */
  release(companyId: string, serial: string, channel: string): Promise<boolean>
}
