/** Entry of the process of the devices: it answers each request with a stream of events that stays open, and says now and then that it is there. */
import { createServer, type ServerResponse } from 'node:http'
import { hikvisionHeartbeat } from '@winnow/testkit'

const open = new Set<ServerResponse>()
const server = createServer((request, response) => {
  response.writeHead(200, { 'Content-Type': 'multipart/mixed; boundary=boundary', Connection: 'close' })
  response.flushHeaders()
  open.add(response)
  response.on('close', () => open.delete(response))
  request.resume()
})
server.listen({ port: 0, host: '0.0.0.0', backlog: 4_096 }, () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})
process.on('message', () => {
  const { body } = hikvisionHeartbeat(new Date().toISOString())
  const head = `--boundary\r\nContent-Type: application/xml\r\nContent-Length: ${body.length}\r\n\r\n`
  for (const response of open) response.write(Buffer.concat([Buffer.from(head), body, Buffer.from('\r\n')]))
})
process.on('disconnect', () => process.exit(0))
