import { act, screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { projectId, siteId, viewId } from '../../features/clients/testing/node-factory.ts'
import { selectClient } from '../../features/clients/testing/select-client.ts'

/** A form, with the way to open and change it. */
export interface GuardedForm {
  /** The guarded component, as a path below `src`. */
  file: string
  path: string
  /** The names of the buttons to press, one after the other, to reach the form. If the form is in a dialog, the last button opens it. */
  buttons?: (string | RegExp)[]
  /** Opens the form's dialog, where pressing `buttons` is not enough. The test also opens the dialog a second time with it. */
  open?: (pointer: UserEvent) => Promise<void>
  /** The title of the form's dialog. A form without a dialog is on a page. */
  dialog?: string | RegExp
  /** Finds the form's first text field. */
  field: () => Promise<HTMLElement>
  /** The keys that change the field, if it accepts no letters. Default: a letter. */
  typed?: string
  /** The keys that undo `typed`. Default: Backspace. */
  takenBack?: string
  hasSecondFactor?: boolean
  /** Changes the form, if that is not done by typing into the field. `takeBack` undoes it. */
  change?: (pointer: UserEvent) => Promise<void>
  takeBack?: (pointer: UserEvent) => Promise<void>
}

const box = (name: string | RegExp) => () => screen.findByRole('textbox', { name })
const byLabel = (label: string | RegExp) => () => screen.findByLabelText(label, { selector: 'input' })
/** What a type of events of a Milestone system means. */
const meaning = () => screen.findByRole('combobox', { name: 'Means Motion Started' })
const C = 'features/clients/components/'
const S = 'features/settings/'
const SITE = `/cams/clients/u?site=${siteId(1)}`
const CAMERA = `/cams/clients/u?cam=${viewId(1)}`

/** Every form of the console whose input is lost unless the user saves it. */
export const FORMS: readonly GuardedForm[] = [
  {
    file: 'features/alarms/components/filters/view-name-dialog.tsx',
    path: '/cams/alarms',
    open: async (pointer) => {
      await pointer.click(await screen.findByRole('button', { name: 'Saved filters' }))
      await pointer.click(await screen.findByRole('menuitem', { name: 'Save these filters…' }))
    },
    dialog: 'Save these filters',
    field: box('Name'),
  },
  { file: `${C}panes/add-project-pane.tsx`, path: '/cams/clients?add=project', field: box('Name of the client') },
  {
    file: `${C}panes/add-site-pane.tsx`,
    path: `/cams/clients?project=${projectId(1)}&type=add`,
    field: box('Name of the site'),
  },
  {
    file: `${C}panes/add-view-form.tsx`,
    path: `/cams/clients?site=${siteId(1)}&type=add`,
    field: box('Name of the camera'),
  },
  {
    file: `${C}panes/project-form.tsx`,
    path: `/cams/clients?project=${projectId(1)}`,
    field: box('Name of the client'),
  },
  { file: `${C}site/site-form.tsx`, path: SITE, field: box('Name of the site') },
  {
    file: `${C}recorder/recorder-dialog.tsx`,
    path: SITE,
    buttons: ['Add cameras of a recorder'],
    dialog: /^Add cameras of a recorder/,
    field: box(/^Host name or IP/),
  },
  {
    file: `${C}camera/stream-connection.tsx`,
    path: `${CAMERA}&tab=connect`,
    field: async () => {
      const way = await screen.findByRole('radio', { name: 'RTSP' })
      act(() => way.click())
      return screen.findByRole('textbox', { name: /^Address of the stream/ })
    },
  },
  { file: `${C}camera/view-form.tsx`, path: `${CAMERA}&tab=settings`, field: box('Name of the camera') },
  {
    file: `${C}masks/mask-editor.tsx`,
    path: `${CAMERA}&tab=masks`,
    field: () => screen.findByRole('application'),
    change: async (pointer) => {
      await pointer.click(screen.getByRole('button', { name: 'Area 1, 3 points' }))
      await pointer.click(screen.getByRole('button', { name: 'Delete the chosen area' }))
    },
    takeBack: async (pointer) => pointer.click(screen.getByRole('button', { name: 'Undo' })),
  },
  {
    file: `${C}rules/rule-form.tsx`,
    path: `${CAMERA}&tab=rules`,
    open: async (pointer) => {
      await pointer.click(await screen.findByRole('button', { name: 'New rule' }))
      await pointer.click(await screen.findByRole('button', { name: /^Count/ }))
    },
    dialog: 'New rule: Count',
    field: box('Name'),
  },
  {
    file: 'features/digital-watchdog/companies-section.tsx',
    path: '/cams/settings/digital-watchdog',
    buttons: ['Add company'],
    dialog: 'Add company',
    field: box('Company name'),
  },
  {
    file: 'features/digital-watchdog/alarms-section.tsx',
    path: '/cams/settings/digital-watchdog',
    field: box('Name or caption'),
  },
  {
    file: 'features/mail-templates/template-dialog.tsx',
    path: '/cams/settings/mail-templates',
    buttons: ['Create template'],
    dialog: 'Create template',
    field: box('Name of the template'),
  },
  {
    file: 'features/milestone/events-section.tsx',
    path: '/cams/settings/milestone',
    field: meaning,
    change: async (pointer) => pointer.selectOptions(await meaning(), 'line'),
    takeBack: async (pointer) => pointer.selectOptions(await meaning(), 'motion'),
  },
  {
    file: 'features/videofied/panel-form.tsx',
    path: '/cams/settings/videofied',
    buttons: ['Add panel'],
    dialog: 'Add panel',
    field: box(/^Serial number/),
  },
  {
    file: 'features/watch-lists/list-dialog.tsx',
    path: '/cams/settings/watch-lists',
    buttons: ['Create list'],
    dialog: 'Create list',
    field: box('Name of the list'),
  },
  {
    file: 'features/watch-lists/import-dialog.tsx',
    path: '/cams/settings/watch-lists',
    open: async (pointer) => {
      await pointer.click(await screen.findByRole('button', { name: 'Open the list Banned' }))
      await pointer.click(await screen.findByRole('button', { name: 'Import plates' }))
    },
    dialog: 'Import plates into Banned',
    field: box('Plates, one a line'),
  },
  {
    file: 'features/schedules/components/node-schedule-form.tsx',
    path: `${SITE}&tab=schedule`,
    field: () => screen.findByRole('radio', { name: 'Always' }),
    change: async (pointer) => pointer.click(screen.getByRole('radio', { name: 'At times of its own' })),
    takeBack: async (pointer) => pointer.click(screen.getByRole('radio', { name: 'Always' })),
  },
  {
    file: 'features/schedules/components/template-form.tsx',
    path: '/cams/schedules',
    buttons: ['Create template'],
    dialog: 'Create template',
    field: box('Name'),
  },
  {
    file: 'features/schedules/components/many-templates-dialog.tsx',
    path: '/cams/schedules',
    open: async (pointer) => {
      // The template stays chosen after the dialog was left.
      const template = await screen.findByRole('checkbox', { name: /Nights 1/ })
      if (!('checked' in template && template.checked === true)) await pointer.click(template)
      await pointer.click(await screen.findByRole('button', { name: 'Change times…' }))
    },
    dialog: 'Times of 1 template',
    field: () => screen.findByRole('button', { name: 'Free time on Monday' }),
    change: async (pointer) =>
      pointer.click(screen.getByRole('button', { name: 'Delete Monday 18:00 to Tuesday 06:00' })),
    takeBack: async (pointer) => pointer.click(screen.getByRole('button', { name: 'Undo' })),
  },
  {
    file: `${C}bulk/pause-selection-form.tsx`,
    path: '/cams/clients',
    open: async (pointer) => {
      act(selectClient)
      const bar = within(await screen.findByRole('region', { name: 'Selected cameras' }))
      await bar.findByText('1 camera')
      await pointer.click(bar.getByRole('button', { name: 'More actions' }))
      await pointer.click(await screen.findByRole('menuitem', { name: 'Pause…' }))
    },
    dialog: 'Pause',
    field: box('Reason'),
  },
  {
    file: `${C}bulk/settings-form.tsx`,
    path: '/cams/clients',
    open: async (pointer) => {
      act(selectClient)
      const bar = within(await screen.findByRole('region', { name: 'Selected cameras' }))
      await bar.findByText('1 camera')
      await pointer.click(bar.getByRole('button', { name: 'More actions' }))
      await pointer.click(await screen.findByRole('menuitem', { name: 'Detection settings' }))
    },
    dialog: 'Detection settings',
    field: () => screen.findByRole('checkbox', { name: 'Change what is wanted' }),
    change: async (pointer) => pointer.click(screen.getByRole('checkbox', { name: 'Change what is wanted' })),
    takeBack: async (pointer) => pointer.click(screen.getByRole('checkbox', { name: 'Change what is wanted' })),
  },
  {
    file: `${C}groups/groups-dialog.tsx`,
    path: '/cams/clients',
    open: async (pointer) => {
      await pointer.click(await screen.findByRole('button', { name: 'Filter' }))
      await pointer.click(await screen.findByRole('button', { name: 'Manage groups' }))
    },
    dialog: 'Groups',
    field: box('New group'),
  },
  {
    file: `${C}override/pause-form.tsx`,
    path: SITE,
    buttons: ['Pause…'],
    dialog: 'Pause site Site 1',
    field: box('Reason'),
  },
  {
    file: `${C}camera/device-connection.tsx`,
    path: `${CAMERA}&tab=connect`,
    field: async () => {
      const way = await screen.findByRole('radio', { name: 'By push' })
      act(() => way.click())
      return screen.findByRole('textbox', { name: 'Host name or IP' })
    },
  },
  {
    file: `${C}arming/disarm-form.tsx`,
    path: SITE,
    buttons: ['Disarm…'],
    dialog: 'Disarm site Site 1',
    field: () => screen.findByRole('radio', { name: 'As long as it may be' }),
    change: async (pointer) => pointer.click(screen.getByRole('radio', { name: 'Until a time' })),
    takeBack: async (pointer) => pointer.click(screen.getByRole('radio', { name: 'As long as it may be' })),
  },
  {
    file: `${C}arming/due-form.tsx`,
    path: `${SITE}&tab=arming`,
    field: () => screen.findByRole('switch', { name: /^Tell the contacts/ }),
    change: async (pointer) => pointer.click(screen.getByRole('switch', { name: /^Tell the contacts/ })),
    takeBack: async (pointer) => pointer.click(screen.getByRole('switch', { name: /^Tell the contacts/ })),
  },
  {
    file: `${C}arming/longest-form.tsx`,
    path: `${SITE}&tab=arming`,
    field: box('Hours'),
    typed: '7',
  },
  { file: `${C}panel/panel-form.tsx`, path: `${SITE}&tab=panel`, field: box('Account'), typed: 'A' },
  {
    file: `${C}site/fallback-dialog.tsx`,
    path: `${SITE}&tab=receivers`,
    buttons: ['When it does not work…'],
    dialog: /When .* does not work/,
    field: box('After seconds without a success'),
    typed: '7',
  },
  {
    file: `${C}site/receiver-form.tsx`,
    path: `${SITE}&tab=receivers`,
    buttons: ['Add a receiver'],
    dialog: 'Add a receiver',
    field: box('Name of the receiver'),
  },
  {
    file: 'features/companies/create-company-form.tsx',
    path: '/provider/companies',
    buttons: ['New company'],
    dialog: 'New company',
    field: box('Name'),
  },
  {
    file: 'features/companies/edit-company-form.tsx',
    path: '/provider/companies',
    buttons: [/Demo Security/],
    dialog: 'Demo Security',
    field: box('Name'),
  },
  {
    file: 'features/companies/invite-admin.tsx',
    path: '/provider/companies',
    buttons: [/Demo Security/, 'Invite administrator'],
    dialog: /administrator/,
    field: async () => within(await screen.findByRole('dialog', { name: /administrator/ })).getByLabelText(/Name/),
  },
  {
    file: 'features/users/invite-dialog.tsx',
    path: '/cams/account',
    buttons: ['Invite user'],
    dialog: 'Invite a user',
    field: box('Name'),
  },
  {
    file: 'features/users/edit-dialog.tsx',
    path: '/cams/account',
    buttons: [/Olly Operator/],
    dialog: 'Olly Operator',
    field: box('Name'),
  },
  {
    file: `${S}token-form.tsx`,
    path: '/cams/settings/integrations',
    buttons: ['New token'],
    dialog: 'New token',
    field: box('Name'),
  },
  { file: `${S}account-form.tsx`, path: '/cams/settings/account', field: box('Company name') },
  {
    file: `${S}global-config-form.tsx`,
    path: '/cams/settings/global-config',
    field: box(/Site idle after/),
    typed: '{Backspace}',
    takenBack: '4',
  },
  { file: `${S}password-tab.tsx`, path: '/cams/settings/password', field: byLabel('Old password') },
  {
    file: `${S}two-factor/policy-form.tsx`,
    path: '/cams/settings/2fa',
    field: box(/skip/i),
    typed: '{Backspace}2',
    takenBack: '{Backspace}3',
  },
  {
    file: `${S}two-factor/password-form.tsx`,
    path: '/cams/settings/2fa',
    hasSecondFactor: true,
    buttons: ['Switch off'],
    dialog: /off/i,
    field: byLabel('Your password'),
  },
  {
    file: `${S}two-factor/password-form.tsx`,
    path: '/cams/settings/2fa',
    hasSecondFactor: true,
    buttons: ['New backup codes'],
    dialog: 'New backup codes',
    field: byLabel('Your password'),
  },
  {
    file: `${S}two-factor/password-form.tsx`,
    path: '/cams/settings/2fa',
    hasSecondFactor: true,
    buttons: ['Set up on another device'],
    dialog: /another device/,
    field: byLabel('Your password'),
  },
  {
    file: 'features/two-factor/set-up-step.tsx',
    path: '/cams/settings/2fa',
    buttons: ['Set up'],
    dialog: 'Set up two-factor authentication',
    field: byLabel('Code'),
    typed: '1',
  },
  {
    file: 'features/alarms/components/boxes/box-dialog.tsx',
    path: '/cams/alarms/queue',
    open: async (pointer) => pointer.click(await screen.findByRole('button', { name: 'Edit boxes' })),
    dialog: /^Boxes of picture/,
    field: () => screen.findByRole('application', { name: 'Picture with its boxes' }),
    change: async (pointer) => pointer.click(screen.getByRole('button', { name: 'Add a box' })),
    takeBack: async (pointer) => pointer.click(screen.getByRole('button', { name: 'Undo' })),
  },
  {
    file: 'features/alarms/queue/hand-over-dialog.tsx',
    path: '/cams/alarms/queue',
    buttons: [/^Hand over/],
    dialog: 'Hand this alarm over',
    field: box(/^Note/),
  },
  {
    file: 'features/alarms/cure/ask-dialog.tsx',
    path: '/cams/alarms/queue',
    buttons: ['Ask an administrator…'],
    dialog: /^Ask an administrator/,
    field: box(/^Why/),
  },
  {
    file: 'features/cure-requests/request-answer.tsx',
    path: '/cams/alarms/requests',
    buttons: [/^Decline/],
    dialog: 'Decline this request?',
    field: box(/^Reason/),
  },
  {
    file: 'features/alarms/queue/target-times-dialog.tsx',
    path: '/cams/alarms/queue',
    buttons: ['Target times'],
    dialog: 'Target times',
    field: box('Seconds until a true alarm is late'),
    typed: '5',
  },
  {
    file: 'features/response-times/goal-form.tsx',
    path: '/cams/response-times?list=site',
    buttons: [/^Change the goal of/],
    dialog: /^Goal of/,
    field: box('Seconds until the acknowledgement'),
    typed: '5',
  },
  {
    file: 'features/single-sign-on/sso-form.tsx',
    path: '/cams/settings/single-sign-on',
    field: box(/Application/),
  },
]
