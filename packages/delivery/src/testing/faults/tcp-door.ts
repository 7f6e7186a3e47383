import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { portOf } from '../http-sink.ts'
import { ownAddress, pauseOf, type Door, type DoorOptions, type Fault } from './door.ts'

/** A connection of a client, and its continuation to the receiver. */
interface Line {
  client: Socket
  station: Socket | undefined
  /** What the client has sent since the fault began. */
  sent: string
  /** What is to be done when the receiver goes on. */
  held: (() => void)[]
  /** The ends of what is being written, in both directions. */
  up: Promise<void>
  down: Promise<void>
}

/** Opens a way by TCP to a port of this machine. */
export async function openTcpDoor(stationPort: number, options: DoorOptions = {}): Promise<Door> {
  const { isWhole = () => true, answers = true, keepsTaken = false, pauseMs = 0 } = options
  const host = ownAddress()
  const lines = new Set<Line>()
  let fault: Fault | undefined
  let met = 0

  const isSlow = (): boolean => fault === 'slow'
  const write = async (socket: Socket | undefined, chunk: Buffer): Promise<void> => {
    for (let at = 0; at < chunk.length; at++) {
      if (!isSlow()) return void socket?.write(chunk.subarray(at))
      socket?.write(chunk.subarray(at, at + 1))
      await pauseOf(pauseMs)
    }
  }
  /** Neither side may take what was cut off for a message that ended. */
  const breakOff = (line: Line): void => {
    lines.delete(line)
    line.client.resetAndDestroy()
    line.station?.resetAndDestroy()
  }
  /** Ends our side. What the client still sends is passed on. */
  const closeHalf = (line: Line): void => {
    met += 1
    line.client.end()
  }

  const fromClient = (line: Line, chunk: Buffer): void => {
    if (fault !== undefined) line.sent += chunk.toString('latin1')
    line.up = line.up.then(() => write(line.station, chunk))
    if (fault === 'slow') met += 1
    if (fault === 'half-closed' && !answers) closeHalf(line)
  }
  const fromStation = (line: Line, chunk: Buffer): void => {
    if (fault === 'half-closed' && isWhole(line.sent)) return closeHalf(line)
    line.down = line.down.then(() => write(line.client, chunk))
  }
  /** Does it now, or when the receiver no longer hangs. */
  const orHold = (line: Line, work: () => void): void => {
    if (fault !== 'hung') return work()
    met += 1
    line.held.push(work)
  }
  const lead = (line: Line): void => {
    const station = connect(stationPort, '127.0.0.1')
    line.station = station
    station.on('error', () => breakOff(line))
    station.on('data', (chunk: Buffer) => orHold(line, () => fromStation(line, chunk)))
    station.on('end', () => orHold(line, () => void (line.down = line.down.then(() => void line.client.end()))))
  }
  const take = (client: Socket): void => {
    const line: Line = {
      client,
      station: undefined,
      sent: '',
      held: [],
      up: Promise.resolve(),
      down: Promise.resolve(),
    }
    lines.add(line)
    let hasEnded = false
    orHold(line, () => lead(line))
    client.on('error', () => undefined)
    client.on('data', (chunk: Buffer) => orHold(line, () => fromClient(line, chunk)))
    client.on('end', () => {
      hasEnded = true
      orHold(line, () => void (line.up = line.up.then(() => void line.station?.end())))
    })
    client.on('close', () => {
      // A client that ended in order has said all of it, and is passed on to the end.
      if (!hasEnded) breakOff(line)
    })
  }

  let port = 0
  const listen = async (): Promise<Server> => {
    const listening = createServer({ allowHalfOpen: true }, take)
    listening.listen(port, host)
    await once(listening, 'listening')
    port = portOf(listening)
    return listening
  }
  let server: Server | undefined = await listen()
  const kill = async (): Promise<void> => {
    const closing = server
    server = undefined
    const closed = closing && once(closing, 'close')
    closing?.close()
    for (const line of lines) breakOff(line)
    await closed
  }
  return {
    host,
    port,
    met: () => met,
    async begin(next) {
      met = 0
      for (const line of lines) line.sent = ''
      fault = next
      if (next === 'killed' || next === 'restarted') await kill()
      if (next === 'restarted') server = await listen()
    },
    async end() {
      fault = undefined
      server ??= await listen()
      let breaks = false
      for (const line of lines) {
        if (line.held.length === 0) continue
        breaks = !keepsTaken && !breaks
        if (breaks) breakOff(line)
        else for (const work of line.held.splice(0)) work()
      }
    },
    close: kill,
  }
}
