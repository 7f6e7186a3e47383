import { beginLogin, checkPassword, beginSecure, protectData } from './login.ts'
import type { FtpSession } from './session.ts'
import { closeData, openPort, sendEmptyList, upload } from './upload.ts'
import { virtualPath } from './virtual-path.ts'

type Session = FtpSession<unknown, unknown>
type Command = (session: Session, argument: string) => Promise<void> | void

/** Answers always in the same words. */
const always =
  (code: number, text: string): Command =>
  ({ channel }) =>
    channel.reply(code, text)

/** Folders are whatever the device says: every one of them is there. */
const enter: Command = (session, argument) => {
  const folder = virtualPath(session.folder, argument)
  if (folder === undefined) return session.channel.reply(550, 'The path is too long')
  session.folder = folder
  session.channel.reply(250, `Now in ${folder}`)
}
const quoted = (path: string): string => `"${path.replaceAll('"', '""')}"`
const tellFolder: Command = ({ channel, folder }) => channel.reply(257, `${quoted(folder)} is the folder`)
const makeFolder: Command = ({ channel, folder }, argument) => {
  const made = virtualPath(folder, argument)
  if (made === undefined) channel.reply(550, 'The path is too long')
  else channel.reply(257, `${quoted(made)} is there`)
}
const tellFeatures: Command = ({ channel, context }) =>
  channel.replyLines(211, [
    'Features',
    ...(context.secureContext ? ['AUTH TLS', 'PBSZ', 'PROT'] : []),
    'EPSV',
    'PASV',
    'UTF8',
    'End',
  ])

/** What anybody may say. */
export const OPEN_COMMANDS: Readonly<Record<string, Command>> = {
  USER: beginLogin,
  PASS: checkPassword,
  AUTH: beginSecure,
  PBSZ: (session) =>
    session.channel.reply(session.secure ? 200 : 503, session.secure ? 'PBSZ=0' : 'Use AUTH TLS first'),
  PROT: protectData,
  FEAT: tellFeatures,
  SYST: always(215, 'UNIX Type: L8'),
  NOOP: always(200, 'Done'),
  CLNT: always(200, 'Done'),
  OPTS: always(200, 'Done'),
  HELP: always(214, 'This server takes the pictures of cameras'),
  QUIT: (session) => {
    session.ends = true
    session.channel.reply(221, 'Goodbye')
  },
}

/** What a device may say once it is logged in. Names are kept for nothing, so what would change or remove one succeeds without any effect. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  CWD: enter,
  XCWD: enter,
  CDUP: (session) => enter(session, '..'),
  XCUP: (session) => enter(session, '..'),
  PWD: tellFolder,
  XPWD: tellFolder,
  MKD: makeFolder,
  XMKD: makeFolder,
  TYPE: always(200, 'Contents are taken as they are'),
  MODE: (session, argument) => session.channel.reply(/^s$/i.test(argument) ? 200 : 504, 'Only stream mode'),
  STRU: (session, argument) => session.channel.reply(/^f$/i.test(argument) ? 200 : 504, 'Only files'),
  ALLO: always(202, 'Not needed'),
  SITE: always(202, 'Not needed'),
  REST: (session, argument) => session.channel.reply(argument === '0' ? 350 : 502, 'Files are sent from the start'),
  PASV: (session) => openPort(session, false),
  EPSV: (session, argument) => {
    if (/^all$/i.test(argument)) return session.channel.reply(200, 'Done')
    return openPort(session, true)
  },
  PORT: always(502, 'Use passive mode (PASV)'),
  EPRT: always(502, 'Use passive mode (EPSV)'),
  STOR: upload,
  APPE: upload,
  STOU: (session, argument) => upload(session, argument || 'unnamed'),
  ABOR: (session) => {
    closeData(session)
    session.channel.reply(226, 'Nothing is under way')
  },
  RNFR: always(350, 'To which name?'),
  RNTO: always(250, 'Done'),
  DELE: always(250, 'Done'),
  RMD: always(250, 'Done'),
  XRMD: always(250, 'Done'),
  LIST: (session) => sendEmptyList(session),
  NLST: (session) => sendEmptyList(session),
  MLSD: (session) => sendEmptyList(session),
  RETR: always(550, 'Only uploads'),
  SIZE: always(550, 'Nothing is shown here'),
  MDTM: always(550, 'Nothing is shown here'),
}
