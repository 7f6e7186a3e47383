import { crc32, deflateRawSync } from 'node:zlib'

/** A file that goes into an archive. */
export interface ZipEntry {
  name: string
  bytes: Buffer
  /** The compression method: 0 stored, 8 deflated (the default). Any other number is only written into the archive. */
  method?: number
  isEncrypted?: boolean
}

const u16 = (value: number): Buffer => Buffer.from([value & 255, (value >> 8) & 255])
const u32 = (value: number): Buffer => Buffer.concat([u16(value & 0xffff), u16(value >>> 16)])

/** Makes a ZIP archive of these files. */
export function zip(...entries: ZipEntry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes, method = 8, isEncrypted = false } of entries) {
    const packed = method === 8 ? deflateRawSync(bytes) : bytes
    const sizes = [u32(crc32(bytes)), u32(packed.length), u32(bytes.length), u16(Buffer.byteLength(name)), u16(0)]
    const common = [u16(20), u16(isEncrypted ? 1 : 0), u16(method), u16(0), u16(0), ...sizes]
    const local = Buffer.concat([u32(0x04034b50), ...common, Buffer.from(name), packed])
    files.push(local)
    directory.push(
      Buffer.concat([
        u32(0x02014b50),
        u16(20),
        ...common,
        u16(0),
        u16(0),
        u16(0),
        u32(0),
        u32(offset),
        Buffer.from(name),
      ]),
    )
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const count = u16(entries.length)
  return Buffer.concat([
    ...files,
    list,
    u32(0x06054b50),
    u16(0),
    u16(0),
    count,
    count,
    u32(list.length),
    u32(offset),
    u16(0),
  ])
}

const attribute = (level: number, id: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([level]), u32(id), u32(data.length), data, u16(0)])
const property = (type: number, id: number, value: Buffer): Buffer =>
  Buffer.concat([u16(type), u16(id), u32(1), u32(value.length), value, Buffer.alloc((4 - (value.length % 4)) % 4)])

/** A file that goes into a `winmail.dat`. Its bytes are a separate attribute or, with `asProperty`, one of its properties. */
export interface TnefEntry {
  name: string
  bytes: Buffer
  asProperty?: boolean
}

/** Makes a `winmail.dat` with this body and these files. */
export function winmail(body: string, entries: TnefEntry[]): Buffer {
  const named = Buffer.concat([
    u16(0x1e),
    u16(0x8001),
    Buffer.alloc(16, 7),
    u32(1),
    u32(6),
    Buffer.from('a\0b\0c\0\0\0'),
    u32(1),
    u32(3),
    Buffer.from('xyz\0'),
  ])
  const number = Buffer.concat([u16(3), u16(0x0e21), u32(0)])
  const attachments = entries.map(({ name, bytes, asProperty = false }) => {
    const properties = [
      named,
      number,
      property(0x1f, 0x3707, Buffer.from(`${name}\0`, 'utf16le')),
      property(0x1e, 0x370e, Buffer.from('application/octet-stream\0')),
      ...(asProperty ? [property(0x102, 0x3701, bytes)] : []),
    ]
    return Buffer.concat([
      attribute(2, 0x00069002, Buffer.alloc(14)),
      attribute(2, 0x00018010, Buffer.from('SHORT~1.JPG\0')),
      ...(asProperty ? [] : [attribute(2, 0x0006800f, bytes)]),
      attribute(2, 0x00069005, Buffer.concat([u32(properties.length), ...properties])),
    ])
  })
  return Buffer.concat([
    u32(0x223e9f78),
    u16(1),
    attribute(1, 0x00089006, u32(0x10000)),
    attribute(1, 0x00069003, Buffer.concat([u32(1), property(0x1f, 0x1000, Buffer.from(`${body}\0`, 'utf16le'))])),
    ...attachments,
  ])
}

/** Uuencodes a file. */
export function uuencoded(name: string, bytes: Buffer): string {
  const character = (value: number): string => (value === 0 ? '`' : String.fromCharCode(value + 32))
  const lines = [`begin 644 ${name}`]
  for (let at = 0; at < bytes.length; at += 45) {
    const piece = Buffer.concat([bytes.subarray(at, at + 45), Buffer.alloc(2)])
    let line = character(Math.min(45, bytes.length - at))
    for (let n = 0; n < Math.min(45, bytes.length - at); n += 3) {
      const bits = piece.readUIntBE(n, 3)
      for (const shift of [18, 12, 6, 0]) line += character((bits >> shift) & 63)
    }
    lines.push(line)
  }
  return [...lines, '`', 'end'].join('\r\n')
}
