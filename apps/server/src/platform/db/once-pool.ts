import { Pool, type PoolClient } from 'pg'

type Release = (destroy?: Error | boolean) => void
/** A pool that has ended gives an error alone. */
type Connected = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void

/**
 * A pool to which a connection that was handed to a callback goes back once, however often it is given back.
 * graphile-worker 0.18.0 gives the connection it listens on back twice when its workers end before LISTEN is answered and LISTEN then
 * fails (`listenForChanges` in its main.js). Pools of pg throw at the second time, there in a promise that nobody waits for, which ends
 * the process.
 */
export class OncePool extends Pool {
  override connect(): Promise<PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    if (callback === undefined) return super.connect()
    super.connect((error, client, release: Release | undefined) => {
      let isReleased = false
      callback(error, client, (destroy) => {
        if (isReleased) return
        isReleased = true
        release?.(destroy)
      })
    })
    return undefined
  }
}
