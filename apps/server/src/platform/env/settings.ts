import { z } from 'zod'
import { dataSettings } from './data-settings.ts'
import { networkSettings } from './network-settings.ts'
import { deviceSettings } from './device-settings.ts'
import { peopleSettings } from './people-settings.ts'
import { providerSettings } from './provider-settings.ts'
import { docOf, setting, type SettingDoc } from './setting.ts'
import { listOf, mailAddress, oneOf, wholeNumber } from './values.ts'

const DEMOS = ['on', 'still', 'off'] as const
export const ROLES = ['api', 'intake', 'worker', 'connect'] as const
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** All settings, in the order of docs/operations.md, which shows this table. A test compares both. */
const groups = {
  'Data and database': dataSettings['Data and database'],
  Network: networkSettings.Network,
  "Cameras' mails": deviceSettings["Cameras' mails"],
  "Cameras' files by FTP": deviceSettings["Cameras' files by FTP"],
  'Alarms of panels by SIA DC-09': deviceSettings['Alarms of panels by SIA DC-09'],
  'Cameras of Pelco': deviceSettings['Cameras of Pelco'],
  'Alarms of Videofied panels (Frontel)': deviceSettings['Alarms of Videofied panels (Frontel)'],
  Running: {
    WINNOW_DEMO: setting(
      oneOf(DEMOS).optional(),
      'on while both addresses are loopback, else off',
      'Whether a new database gets the demo company: on, off, or still, with cameras that send nothing and show no stream.',
    ),
    WINNOW_ROLES: setting(
      listOf(oneOf(ROLES))
        .refine((roles) => roles.length > 0, 'must name at least one role')
        .default([...ROLES]),
      'api,intake,worker,connect',
      'What is done here: api (console), intake (alarms arrive), worker (analysis, delivery, jobs), connect (devices are called). Intake always has a process of its own, connect while there is something to call.',
    ),
    WINNOW_ANALYSIS_PROCESSES: setting(
      wholeNumber(1, 256).optional(),
      'one per core',
      'How many processes look at pictures at the same time.',
    ),
    WINNOW_DEADLINE_SECONDS: setting(
      wholeNumber(1, 600).default(15),
      '15',
      'An alarm without a verdict after this long is passed on unverified. A message that nobody has tried to read yet has four times as long, but 50 s at most where the deadline is not longer, counted anew when the program starts.',
    ),
    WINNOW_SYNTHETIC_ALARM_MINUTES: setting(
      wholeNumber(0, 60)
        .refine((minutes) => minutes !== 1, 'must be 0, or 2 to 60')
        .default(5),
      '5',
      'How often this installation sends itself an alarm, through everything to a receiver of its own (see Synthetic alarm); 0: never.',
    ),
    WINNOW_OPERATOR_MAIL: setting(
      mailAddress().optional(),
      '–',
      'Address that gets a mail when the synthetic alarm does not arrive, and one when it arrives again.',
    ),
    WINNOW_LOG_LEVEL: setting(oneOf(LOG_LEVELS).default('info'), 'info', `One of ${LOG_LEVELS.join(', ')}.`),
  },
  'Media in an S3-compatible store': dataSettings['Media in an S3-compatible store'],
  'Outgoing mail': peopleSettings['Outgoing mail'],
  'People and passwords': peopleSettings['People and passwords'],
  'Single sign-on': peopleSettings['Single sign-on'],
  'The provider': providerSettings['The provider'],
}

export const settingsSchema = z.object({
  ...groups['Data and database'],
  ...groups.Network,
  ...groups["Cameras' mails"],
  ...groups["Cameras' files by FTP"],
  ...groups['Alarms of panels by SIA DC-09'],
  ...groups['Cameras of Pelco'],
  ...groups['Alarms of Videofied panels (Frontel)'],
  ...groups.Running,
  ...groups['Media in an S3-compatible store'],
  ...groups['Outgoing mail'],
  ...groups['People and passwords'],
  ...groups['Single sign-on'],
  ...groups['The provider'],
})

/** The validated values by name, before they are grouped. */
export type SettingValues = z.infer<typeof settingsSchema>
/** The name of a setting. */
export type SettingName = keyof SettingValues

/** All settings as the documentation shows them, by group and in order. */
export function settingTable(): { group: string; settings: (SettingDoc & { name: string })[] }[] {
  return Object.entries(groups).map(([group, schemas]) => ({
    group,
    settings: Object.entries(schemas).map(([name, schema]: [string, z.ZodType]) => {
      const doc = docOf(schema)
      if (doc === undefined) throw new Error(`${name} has no documentation`)
      return { name, ...doc }
    }),
  }))
}
