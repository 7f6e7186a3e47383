import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { type FtpHarness, startFtpHarness } from '../testing/ftp-harness.ts'
import { makeCertificate, RawClient } from '../testing/smtp-harness.ts'

let harness: FtpHarness | undefined
const sockets: Socket[] = []

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await harness?.server.close(0)
  harness = undefined
})

async function start(...options: Parameters<typeof startFtpHarness>): Promise<FtpHarness> {
  harness = await startFtpHarness(...options)
  return harness
}
async function newClient(port: number, localAddress?: string): Promise<RawClient> {
  const client = new RawClient(port, localAddress)
  sockets.push(client.socket)
  await client.reply()
  return client
}
async function loggedIn(port: number, localAddress?: string): Promise<RawClient> {
  const client = await newClient(port, localAddress)
  await client.say('USER ipc')
  expect(await client.say('PASS s3cret pass')).toBe('230 Logged in')
  return client
}
async function passivePort(client: RawClient): Promise<number> {
  return Number(/\|(\d+)\|/.exec(await client.say('EPSV'))?.[1])
}
async function open(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  sockets.push(socket)
  socket.on('error', () => undefined)
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  return socket
}
const gone = (socket: Socket): Promise<unknown> =>
  socket.destroyed ? Promise.resolve() : once(socket.resume(), 'close')

describe('a command', () => {
  it('may come in pieces, and several may come at once', async () => {
    const { port } = await start()
    const client = await newClient(port)
    for (const piece of ['US', 'ER ipc\r', '\nPASS s3cret ', 'pass\r\nCWD /a\r\nPWD\r\n']) client.write(piece)
    expect([await client.reply(), await client.reply(), await client.reply(), await client.reply()]).toEqual([
      '331 Password',
      '230 Logged in',
      '250 Now in /a',
      '257 "/a" is the folder',
    ])
  })

  it('without an end closes the connection', async () => {
    const { port } = await start()
    const client = await newClient(port)
    client.write('A'.repeat(5_000))
    expect(await client.reply()).toBe('500 The command is too long')
    await gone(client.socket)
  })

  it('before the login is refused, and too many of them end the connection', async () => {
    const { port } = await start()
    const client = await newClient(port)
    const replies = []
    for (let command = 0; command < 20; command++) replies.push(await client.say('STOR a.jpg'))
    expect(new Set(replies)).toEqual(new Set(['530 Log in first']))
    expect(await client.reply()).toBe('421 Too many refused commands')
  })

  it('that would read, or make the server call somebody, is refused', async () => {
    const { port } = await start()
    const client = await loggedIn(port)
    expect(await client.say('RETR /etc/passwd')).toBe('550 Only uploads')
    expect(await client.say('PORT 10,0,0,1,0,80')).toBe('502 Use passive mode (PASV)')
    expect(await client.say('EPRT |1|10.0.0.1|80|')).toBe('502 Use passive mode (EPSV)')
    expect(await client.say('CWD ../../..')).toBe('250 Now in /')
    expect(await client.say(`STOR ${'x'.repeat(600)}`)).toBe('553 This is no name of a file, or too long')
  })
})

describe('commands without end', () => {
  it('before the login end the connection', async () => {
    const { port } = await start()
    const client = await newClient(port)
    const replies = []
    for (let command = 0; command < 51; command++) replies.push(await client.say('NOOP'))
    expect(replies.at(-2)).toBe('200 Done')
    expect(replies.at(-1)).toBe('421 Too many commands without a login')
    await gone(client.socket)
  })

  it('whose replies nobody reads end the connection, also where a reply has several lines', async () => {
    const { port, server } = await start()
    const client = await loggedIn(port)
    client.socket.pause()
    const flood = 'FEAT\r\n'.repeat(5_000)
    const writeMore = (): void => void client.socket.write(flood, (error) => error ?? writeMore())
    writeMore()
    await expect.poll(() => server.connections(), { timeout: 20_000 }).toBe(0)
  })

  it('that arrive in one piece let others have their turn', async () => {
    const { port } = await start()
    const [busy, other] = [await loggedIn(port), await loggedIn(port)]
    let answered = 0
    busy.socket.on('data', (replies: string) => (answered += replies.split('\n').length - 1))
    busy.write('NOOP\r\n'.repeat(10_000))
    expect(await other.say('NOOP')).toBe('200 Done')
    expect(answered).toBeLessThan(5_000)
  })
})

describe('a login', () => {
  it('fails three times at most', async () => {
    const { port } = await start()
    const client = await newClient(port)
    const replies = []
    for (const name of ['ipc', 'anonymous', 'ipc']) {
      await client.say(`USER ${name}`)
      replies.push(await client.say('PASS guess'))
    }
    expect(replies).toEqual([
      '530 Wrong name or password',
      '530 Wrong name or password',
      '421 Too many failed logins, try again later',
    ])
    await gone(client.socket)
  })

  it('without TLS is refused where TLS is required, as are contents', async () => {
    const { port } = await start({ requireTls: true, tls: await makeCertificate() })
    const client = await newClient(port)
    expect(await client.say('USER ipc')).toBe('530 Use AUTH TLS first')
    expect(await client.say('PASS s3cret pass')).toBe('503 Say USER first')
    expect(await client.say('PROT C')).toBe('503 Use AUTH TLS first')
  })

  it('with a name that no database takes is refused', async () => {
    const { port } = await start()
    const client = await newClient(port)
    expect(await client.say('USER ip\0c')).toBe('501 A name is missing')
  })

  it('drops what was slipped in before TLS begins', async () => {
    const { port, kept } = await start({ tls: await makeCertificate() })
    const client = await newClient(port)
    client.write('AUTH TLS\r\nUSER ipc\r\nPASS s3cret pass\r\n')
    expect(await client.reply()).toBe('234 Begin TLS')
    client.write('PWD\r\n')
    await gone(client.socket)
    expect(kept).toEqual([])
  })
})

describe('a content', () => {
  it('is taken from the address of the device only, and a stranger disturbs nothing', async () => {
    const { port, kept } = await start()
    const client = await loggedIn(port)
    const dataPort = await passivePort(client)
    await gone(await open(dataPort, '127.0.0.2'))
    client.write('STOR a.jpg\r\n')
    const data = await open(dataPort)
    expect(await client.reply()).toBe('150 Ready')
    data.end('picture')
    expect(await client.reply()).toBe('226 Stored as s1')
    expect(kept[0]?.bytes.toString()).toBe('picture')
  })

  it('that nobody sends is given up', async () => {
    const { port } = await start({ connectTimeoutMs: 50 })
    const client = await loggedIn(port)
    await passivePort(client)
    expect(await client.say('STOR a.jpg')).toBe('425 Nothing connected to the port in time')
    expect(await client.say('STOR a.jpg')).toBe('425 Use PASV or EPSV first')
  })

  it('that drips or stalls is given up, and nothing of it is kept', async () => {
    const { port, kept, ...rest } = await start({ dataTimeoutMs: 120, idleTimeoutMs: 10_000 })
    const client = await loggedIn(port)
    const dataPort = await passivePort(client)
    client.write('STOR a.jpg\r\n')
    const data = await open(dataPort)
    await client.reply()
    const drip = setInterval(() => data.write('x'), 10)
    expect(await client.reply()).toBe('421 Timeout, closing connection')
    clearInterval(drip)
    await gone(client.socket)
    await rest.server.close(1_000)
    expect(kept).toEqual([])
  })

  it('is not awaited over a connection that was given up before', async () => {
    let isAwaited = false
    const { port, server } = await start({
      stepTimeoutMs: 200,
      ports: {
        accept: async () => {
          isAwaited = true
          return { ok: true, id: 's1' }
        },
      },
    })
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).setEncoding('latin1')
    sockets.push(socket)
    socket.on('error', () => undefined)
    let replies = ''
    socket.on('data', (reply: string) => (replies += reply))
    socket.write('USER ipc\r\nPASS s3cret pass\r\nEPSV\r\n')
    await expect.poll(() => replies).toContain('229 ')
    await open(Number(/\|(\d+)\|/.exec(replies)?.[1]))
    await once(socket, 'end')
    expect(replies).toContain('421 Timeout')
    socket.write('STOR a.jpg\r\n')
    await expect.poll(() => server.connections(), { timeout: 5_000 }).toBe(0)
    expect(isAwaited).toBe(false)
  })

  it('of a connection that breaks is not answered as stored', async () => {
    const { port, kept } = await start()
    const client = await loggedIn(port)
    const dataPort = await passivePort(client)
    client.write('STOR a.jpg\r\n')
    const data = await open(dataPort)
    await client.reply()
    data.write('half')
    data.resetAndDestroy()
    expect(await client.reply()).toBe('426 The connection broke, send the file again')
    expect(kept).toEqual([])
  })

  it('that is too large is read to its end and refused', async () => {
    const { port, kept } = await start({ maxBytes: 10_000 })
    const client = await loggedIn(port)
    const dataPort = await passivePort(client)
    client.write('STOR a.jpg\r\n')
    const data = await open(dataPort)
    await client.reply()
    data.end(Buffer.alloc(20_000))
    expect(await client.reply()).toBe('552 The file exceeds the limit of 10000 bytes')
    expect(kept).toEqual([])
  })

  it('that cannot be taken now is refused before it is sent, in the words for later', async () => {
    const { port } = await start({
      ports: { target: async () => ({ ok: false, code: 450, message: 'Too many files, try again later' }) },
    })
    const client = await loggedIn(port)
    await passivePort(client)
    expect(await client.say('STOR a.jpg')).toBe('450 Too many files, try again later')
  })
})

describe('connections', () => {
  it('of one address are limited, and others still come in', async () => {
    const { port } = await start({ maxConnectionsPerAddress: 2 })
    await newClient(port)
    await newClient(port)
    const third = new RawClient(port)
    sockets.push(third.socket)
    expect(await third.reply()).toBe('421 Too many connections from this address')
    await loggedIn(port, '127.0.0.2')
  })

  it('that were refused are closed, also if the other side keeps them open', async () => {
    const { port, server } = await start({ maxConnectionsPerAddress: 1 })
    await newClient(port)
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    sockets.push(socket)
    socket.on('error', () => undefined)
    await once(socket.resume(), 'end')
    // A connection that is closed on the other side answers what is sent with a reset.
    const probe = setInterval(() => socket.write('NOOP\r\n'), 20)
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(probe)
    expect(server.connections()).toBe(1)
  })

  it('that say nothing are closed', async () => {
    const { port } = await start({ stepTimeoutMs: 50 })
    const client = await newClient(port)
    expect(await client.reply()).toBe('421 Timeout, closing connection')
    await gone(client.socket)
  })

  it('use each port of the range once, and say when none is free', async () => {
    const { port } = await start({ passivePorts: { from: 28_500, to: 28_501 } })
    const [one, two, three] = [await loggedIn(port), await loggedIn(port), await loggedIn(port)]
    expect(new Set([await passivePort(one), await passivePort(two)]).size).toBe(2)
    expect(await three.say('EPSV')).toBe('425 No port is free, try again later')
    one.socket.destroy()
    await gone(one.socket)
    await expect.poll(() => three.say('EPSV')).toMatch(/^229 /)
  })

  it('go over the next port of the range where another program has one', async () => {
    const other = createServer().listen({ port: 28_510, host: '127.0.0.1' })
    await once(other, 'listening')
    try {
      const { port, kept } = await start({ passivePorts: { from: 28_510, to: 28_511 } })
      const client = await loggedIn(port)
      const dataPort = await passivePort(client)
      expect(dataPort).toBe(28_511)
      client.write('STOR a.jpg\r\n')
      const data = await open(dataPort)
      expect(await client.reply()).toBe('150 Ready')
      data.end('picture')
      expect(await client.reply()).toBe('226 Stored as s1')
      expect(kept).toHaveLength(1)
    } finally {
      other.close()
    }
  })

  it('end when the server closes, and an upload in progress may finish', async () => {
    const { port, server, kept } = await start()
    const idle = await newClient(port)
    const client = await loggedIn(port)
    const dataPort = await passivePort(client)
    client.write('STOR a.jpg\r\n')
    const data = await open(dataPort)
    await client.reply()
    data.write('pic')
    const closing = server.close(5_000)
    expect(await idle.reply()).toBe('421 Shutting down')
    data.end('ture')
    expect(await client.reply()).toBe('226 Stored as s1')
    await closing
    expect(kept[0]?.bytes.toString()).toBe('picture')
    expect(server.connections()).toBe(0)
  })
})
