/** Makers whose menus are described, and two ways in for everything else. */
export type GuideId = 'hikvision' | 'dahua' | 'axis' | 'reolink' | 'hanwha' | 'uniview' | 'email' | 'http'

/** When a step concerns a camera: `auth` and `no-auth` by whether its site wants a login, `tls` and `no-tls` by whether the server encrypts. */
export type StepCondition = 'auth' | 'no-auth' | 'tls' | 'no-tls'

/** One field of a device's menu, or one command, in the order in which they are met. */
export interface GuideStep {
  /** The field as the device's English menu calls it. */
  field: string
  /** What to enter. `{address}`, `{host}`, `{port}`, `{user}`, `{sender}`, `{httpUrl}` stand for the camera's own values. */
  value: string
  /** True for what is to be copied rather than chosen from a list. */
  copy?: boolean
  when?: StepCondition
}

/** A picture or clip by one command line. */
export interface GuideCommand {
  title: string
  /** For a POSIX shell; the token is read from `$WINNOW_TOKEN`, so that it is in no history. */
  command: string
}

/** How one kind of device is set up. */
export interface DeviceGuide {
  id: GuideId
  title: string
  /** Where in the device's menu the fields are. */
  menu: string | null
  steps: GuideStep[]
  commands: GuideCommand[]
  /** What goes wrong most often, in a sentence or two. */
  hint: string
}

/** What the product knows of a camera's way in. */
export interface CameraIntake {
  address: string
  smtp: { host: string; port: number; startTls: boolean; authRequired: boolean; user: string | null }
  httpUrl: string
}

/** A guide with the values of one camera put in, and without the steps that do not concern it. */
export function fillGuide(guide: DeviceGuide, intake: CameraIntake): DeviceGuide {
  const { smtp } = intake
  const holds: Record<StepCondition, boolean> = {
    auth: smtp.authRequired,
    'no-auth': !smtp.authRequired,
    tls: smtp.startTls,
    'no-tls': !smtp.startTls,
  }
  const values: Record<string, string> = {
    address: intake.address,
    host: smtp.host,
    port: String(smtp.port),
    user: smtp.user ?? '',
    // any sender will do; the camera's own address is one that no device refuses
    sender: intake.address,
    httpUrl: intake.httpUrl,
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
