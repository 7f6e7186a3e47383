/** Manufacturers whose menus are described, and general guides (`email`, `ftp`, `http`) for all other devices. */
export type GuideId =
  | 'hikvision'
  | 'dahua'
  | 'axis'
  | 'reolink'
  | 'hanwha'
  | 'uniview'
  | 'pelco'
  | 'immix'
  | 'sentinel'
  | 'rialto'
  | 'exacq'
  | 'email'
  | 'ftp-hikvision'
  | 'ftp-dahua'
  | 'ftp'
  | 'push-hikvision'
  | 'push-axis'
  | 'push-instar'
  | 'push-uniview'
  | 'http'

/** The protocol that a guide sets up. */
export type GuideWay = 'email' | 'ftp' | 'push' | 'http'

/**
 * The condition under which a step applies. `auth` and `no-auth`: whether the camera's site requires a login. `tls` and `no-tls`: whether
 * the server offers encryption.
 */
export type StepCondition = 'auth' | 'no-auth' | 'tls' | 'no-tls'

/** One field of a device's menu, or one command. Steps are listed in the order in which the user meets them. */
export interface GuideStep {
  /** The name of the field in the device's English menu. If the manufacturer is not known, the name is in the language of the console. */
  field: string
  /** The value to enter. `{address}`, `{host}`, `{port}`, `{user}`, `{sender}` and `{httpUrl}` are replaced by the values of the camera. */
  value: string
  /** True for a value that the user copies; otherwise the user selects it from a list. */
  copy?: boolean
  when?: StepCondition
}

/** A command line that sends a picture or a clip. */
export interface GuideCommand {
  title: string
  /** For a POSIX shell. The token is read from `$WINNOW_TOKEN`, so that it does not get into the shell history. */
  command: string
}

/** Instructions for the set-up of one kind of device. */
export interface DeviceGuide {
  id: GuideId
  /** Left out: e-mail. */
  way?: GuideWay
  title: string
  /** The path of these fields in the device's menu. */
  menu: string | null
  steps: GuideStep[]
  commands: GuideCommand[]
  /** The most frequent mistake, in one or two sentences. */
  hint: string
}

/** The intake settings of a camera: its address, the servers for mail and files, and the URL for HTTP. */
export interface CameraIntake {
  address: string
  smtp: { host: string; port: number; startTls: boolean; authRequired: boolean; user: string | null }
  ftp: { host: string; port: number; offersTls: boolean; user: string } | null
  hikvisionUrl: string
  pushUrls: { axis: string; instar: string; uniview: string }
  httpUrl: string
}

/** The parts of the address for pushed events, since devices ask for each in a field of its own. */
function pushValues(
  address: string,
): Record<'pushUrl' | 'pushHost' | 'pushPort' | 'pushPath' | 'pushProtocol', string> {
  const { hostname = '', port = '', pathname = '', protocol = '' } = URL.parse(address) ?? {}
  const isTls = protocol === 'https:'
  return {
    pushUrl: address,
    pushHost: hostname,
    pushPort: port || (isTls ? '443' : '80'),
    pushPath: pathname,
    pushProtocol: isTls ? 'HTTPS' : 'HTTP',
  }
}

/** The address to which devices of the guide's maker push. */
function pushUrlOf(id: GuideId, { hikvisionUrl, pushUrls }: CameraIntake): string {
  if (id === 'push-axis') return pushUrls.axis
  if (id === 'push-instar') return pushUrls.instar
  return id === 'push-uniview' ? pushUrls.uniview : hikvisionUrl
}

/** Returns the guide with the values of one camera, without the steps that do not apply to it. */
export function fillGuide(guide: DeviceGuide, intake: CameraIntake): DeviceGuide {
  const { smtp, ftp } = intake
  const isFtp = guide.way === 'ftp'
  const offersTls = isFtp ? ftp?.offersTls === true : smtp.startTls
  const server = (isFtp ? ftp : undefined) ?? smtp
  const holds: Record<StepCondition, boolean> = {
    auth: smtp.authRequired,
    'no-auth': !smtp.authRequired,
    tls: offersTls,
    'no-tls': !offersTls,
  }
  const values: Record<string, string> = {
    address: intake.address,
    host: server.host,
    port: String(server.port),
    user: server.user ?? '',
    // Any sender address works. The camera's own address is one that no device refuses.
    sender: intake.address,
    httpUrl: intake.httpUrl,
    ...pushValues(pushUrlOf(guide.id, intake)),
  }
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  return {
    ...guide,
    steps: guide.steps
      .filter(({ when }) => when === undefined || holds[when])
      .map((step) => ({ ...step, value: fill(step.value) })),
    commands: guide.commands.map((command) => ({ ...command, command: fill(command.command) })),
  }
}
