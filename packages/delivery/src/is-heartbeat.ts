/** A receiver that is called more often than this is being flooded. */
const SHORTEST_SECONDS = 10

/** Whether receivers may be asked for signs of life at this interval; 0 and undefined: not at all. */
export const isHeartbeat = (seconds: number | undefined): boolean =>
  seconds === undefined || seconds === 0 || seconds >= SHORTEST_SECONDS
