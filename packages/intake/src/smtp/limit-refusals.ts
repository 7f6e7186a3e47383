import type { SMTPServer, SMTPServerSession } from 'smtp-server'

/** Permanently refused commands after which a connection ends. */
const MAX_REFUSALS = 10

/**
 * Ends a connection at the tenth permanent refusal (5xx) of any kind: an unknown or malformed recipient, a missing login, a wrong
 * password, a command out of order. It counts the replies, because the library itself sends some of the refusals.
 */
export function limitRefusals(server: SMTPServer, session: SMTPServerSession): void {
  for (const connection of server.connections) {
    if (connection.session !== session) continue
    const send = connection.send.bind(connection)
    let refusals = 0
    connection.send = (code, ...rest) => {
      if (code >= 500 && ++refusals >= MAX_REFUSALS) send(421, 'Too many refused commands')
      else send(code, ...rest)
    }
  }
}
