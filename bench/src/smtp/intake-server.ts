/** A mail server that stores the mails it receives. */
export interface IntakeServer {
  port: number
  /** Addresses of cameras, to be used in turn. */
  addresses: readonly string[]
  /** Resolves when all received mails are processed. */
  settled(): Promise<void>
  close(): Promise<void>
}
