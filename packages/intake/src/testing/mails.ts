import iconv from 'iconv-lite'

/** The first bytes of a JPEG and then bytes that depend on `seed`. No decoder can open it, but its type and its hash are right. */
export function jpeg(seed: number, size = 2000): Buffer {
  const bytes = Buffer.alloc(size, (seed * 37) % 251)
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, seed]).copy(bytes)
  // Every byte value occurs, so that a test notices a transfer encoding that loses some values.
  for (let i = 0; i < 256 && 20 + i < size; i++) bytes[20 + i] = i
  return bytes
}

/** The first bytes of an MP4 and then bytes of the value `seed`. */
export function mp4(seed: number, size = 4000): Buffer {
  const bytes = Buffer.alloc(size, seed)
  Buffer.from('\0\0\0\x18ftypisom', 'latin1').copy(bytes)
  return bytes
}

/** Encodes bytes as base64 in lines of 76 characters. */
export function base64(bytes: Buffer | string): string {
  return Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n')
}

/** Joins lines as a device sends them. A line may be a buffer, for bytes that are not text. */
export function raw(...lines: (string | Buffer)[]): Buffer {
  return Buffer.concat(
    lines.flatMap((line) => [typeof line === 'string' ? Buffer.from(line) : line, Buffer.from('\r\n')]),
  )
}

/** Encodes a text in GB 2312. */
export function gb(text: string): Buffer {
  return iconv.encode(text, 'gb2312')
}

/** The lines of a part with a picture, as most devices write it. */
export function picturePart(boundary: string, name: string, bytes: Buffer): string[] {
  return [
    `--${boundary}`,
    `Content-Type: image/jpeg; name="${name}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`,
    '',
    base64(bytes),
  ]
}

/** The mail of a Hikvision camera with three pictures. */
export function hikvisionMail(text: string | Buffer = hikvisionText()): Buffer {
  return raw(
    'From: "IPC" <ipc@example.com>',
    'To: <cam-1@alarms.example>',
    'Subject: Gate: on Camera1: Intrusion Detection',
    'Date: Fri, 22 May 2015 14:52:20 +0800',
    'X-Mailer: HIKMailer',
    'X-Priority: 2',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary="#BOUNDARY#"',
    '',
    '--#BOUNDARY#',
    'Content-Type: text/plain; charset=gb2312',
    'Content-Transfer-Encoding: 8bit',
    '',
    text,
    ...[1, 2, 3].flatMap((n) => picturePart('#BOUNDARY#', `2015052214521${n}.jpg`, jpeg(n))),
    '--#BOUNDARY#--',
  )
}

/** The body of a mail of a Hikvision camera. */
export function hikvisionText(): string {
  return [
    'This is an automatically generated e-mail from your IPC.',
    '',
    'EVENT TYPE: Intrusion Detection',
    'EVENT TIME: 2015-05-22,14:52:18',
    'IPC NAME: Gate',
    'CHANNEL NAME: Camera1',
    'CHANNEL NUMBER: 1',
    'IPC S/N: DS-2CD2032-I20150101AAWR000000001',
  ].join('\r\n')
}

/** The mail of a Hikvision recorder, with the channel in parentheses. */
export function hikvisionRecorderMail(): Buffer {
  return raw(
    'From: dvr@example.com',
    'Subject: Embedded Net DVR: Motion Detected On Channel A2',
    'X-Mailer: HIKMailer',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="#BOUNDARY#"',
    '',
    '--#BOUNDARY#',
    'Content-Type: text/plain; charset=gb2312',
    '',
    'This is an automatically generated e-mail from your DVR.',
    'EVENT TYPE: Motion Detected',
    'EVENT TIME: 27/12/2021 17:42:19',
    'DVR NAME: Embedded Net DVR',
    'DVR S/N: DS-7204HGHI-F10420170101AAWR000000002WCVU',
    'CAMERA NAME(NUM): CAM 2(A2)',
    ...picturePart('#BOUNDARY#', 'A2.jpg', jpeg(4)),
    '--#BOUNDARY#--',
  )
}

/** The mail of a Dahua camera, whose body is base64. `lines` are the lines of the body. */
export function dahuaMail(lines: string[], pictures = 1): Buffer {
  return raw(
    'From: ipc06@example.com',
    'To: cam-6@alarms.example',
    'Subject: Alarm Message',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b0"',
    '',
    '--b0',
    'Content-Type: text/plain; charset="utf-8"',
    'Content-Transfer-Encoding: base64',
    '',
    base64(lines.join('\r\n')),
    ...Array.from({ length: pictures }, (_, n) => picturePart('b0', `ch1_${n}.jpg`, jpeg(n + 20))).flat(),
    '--b0--',
  )
}

/** The lines of the usual body of a Dahua camera for one event. */
export function dahuaText(event: string): string[] {
  return [
    `Alarm Event: ${event}`,
    'Alarm Input Channel No.: 2',
    'Alarm Input Channel Name: Yard',
    'Alarm Start Time(D/M/Y H:M:S): 03/04/2021 10:27:46',
    'Alarm Device Name: IPC06',
    'Alarm Name:',
    'IP Address: 192.168.2.164',
  ]
}

/** A plain-text mail of any device, with attached pictures. */
export function plainMail(
  subject: string,
  text: string,
  pictures: Buffer[] = [jpeg(9)],
  headers: string[] = [],
): Buffer {
  return raw(
    'From: camera@example.com',
    `Subject: ${subject}`,
    ...headers,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="=_x"',
    '',
    '--=_x',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    ...pictures.flatMap((bytes, n) => picturePart('=_x', `snap${n}.jpg`, bytes)),
    '--=_x--',
  )
}

/** A mail with this text and one attachment in base64. */
export function attachedMail(name: string, type: string, bytes: Buffer, text = 'Motion at the gate'): Buffer {
  return raw(
    'From: camera@example.com',
    'Subject: Alarm',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="=_x"',
    '',
    '--=_x',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '--=_x',
    `Content-Type: ${type}; name="${name}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`,
    '',
    base64(bytes),
    '--=_x--',
  )
}

/** A mail of so many nested multiparts, with a picture in the innermost one. */
export function nestedMail(levels: number): Buffer {
  let body = picturePart(`b${levels}`, 'a.jpg', jpeg(1)).join('\r\n')
  for (let level = levels; level > 0; level--) {
    const head = `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n${body}\r\n--b${level}--\r\n`
    body = level === 1 ? head : `--b${level - 1}\r\n${head}`
  }
  return Buffer.from(`Subject: Motion\r\n${body}`)
}
