/** A mail server that stores what comes, somewhere. */
export interface IntakeServer {
  port: number
  /** Addresses of cameras, to be used in turn. */
  addresses: readonly string[]
  /** Resolves when nothing that came is being worked on any more. */
  settled(): Promise<void>
  close(): Promise<void>
}
