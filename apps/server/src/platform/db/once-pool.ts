import { Pool, type PoolClient } from 'pg'

type Release = (destroy?: Error | boolean) => void
/** The callback of `connect`. A pool that has ended calls it with an error only. */
type Connected = (error: Error | undefined, client: PoolClient | undefined, release: Release) => void

/**
 * A pool that ignores a second release of a connection by the same callback. graphile-worker 0.18.0 releases its
 * listening connection twice when its workers end before LISTEN is answered and LISTEN then fails (`listenForChanges`
 * in its main.js). pg's pool throws at the second release, in a promise that nothing awaits, which would end the
 * process.
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
