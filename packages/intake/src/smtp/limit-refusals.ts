import type { SMTPServer, SMTPServerSession } from 'smtp-server'

/** Commands of one connection that are refused for good before it ends. */
const MAX_REFUSALS = 10

/**
 * Ends a connection with the tenth refusal (5xx), whatever it was for: a recipient that is unknown, malformed or needs a login, a wrong
 * password, a command out of order. Some are answered by the library itself, so what is counted are the answers.
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
