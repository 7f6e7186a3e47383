import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FORMS } from './testing/guarded-forms.ts'

/** Components for input. */
const FIELDS = [
  'Checkbox',
  'CodeField',
  'ColorInput',
  'DateField',
  'DateInput',
  'FileInput',
  'input',
  'JsonInput',
  'MultiSelect',
  'NativeSelect',
  'NumberField',
  'NumberInput',
  'PasswordField',
  'PasswordInput',
  'PinInput',
  'Radio',
  'SegmentedControl',
  'Select',
  'select',
  'Slider',
  'Switch',
  'TagsInput',
  'Textarea',
  'textarea',
  'TextField',
  'TextInput',
]

/** Our own composed fields. They are guarded by the form around them. */
const PARTS = [
  'features/schedules/components/closing-days-field.tsx',
  'features/schedules/components/content-fields.tsx',
  'features/schedules/components/holiday-field.tsx',
  'features/schedules/components/holiday-list.tsx',
  'features/schedules/components/holiday-picker.tsx',
  'features/schedules/components/template-select.tsx',
  'features/schedules/components/time-field.tsx',
  'features/schedules/components/week-fields.tsx',
  'features/schedules/components/window-times.tsx',
  'features/clients/components/camera/maker-field.tsx',
  'features/clients/components/camera/sensitivity-field.tsx',
  'features/clients/components/camera/stream-trigger-field.tsx',
  'features/clients/components/camera/type-field.tsx',
  'features/clients/components/camera/wanted-field.tsx',
  'features/clients/components/override/pause-fields.tsx',
  'features/clients/components/panes/add-form.tsx',
  'features/clients/components/panes/name-field.tsx',
  'features/clients/components/panes/timezone-field.tsx',
  'features/clients/components/pelco/serial-field.tsx',
  'features/clients/components/recorder/channel-list.tsx',
  'features/clients/components/recorder/channel-row.tsx',
  'features/clients/components/recorder/recorder-login.tsx',
  'features/clients/components/rules/list-field.tsx',
  'features/clients/components/rules/look-fields.tsx',
  'features/clients/components/rules/time-fields.tsx',
  'features/clients/components/rules/zones-field.tsx',
  'features/clients/components/site/contact-fields.tsx',
  'features/clients/components/site/header-fields.tsx',
  'features/clients/components/site/receiver-field.tsx',
  'features/clients/components/site/table-field.tsx',
  'features/clients/components/site/template-field.tsx',
  'features/companies/company-fields.tsx',
  'features/digital-watchdog/alarm-fields.tsx',
  'features/digital-watchdog/login-fields.tsx',
  'features/mail-templates/pattern-fields.tsx',
  'features/settings/token-nodes-field.tsx',
  'features/single-sign-on/domain-fields.tsx',
  'features/users/grants-field.tsx',
  'features/users/user-fields.tsx',
  'features/videofied/site-field.tsx',
  'ui/date-field.tsx',
  'ui/number-field.tsx',
  'ui/password/new-password-fields.tsx',
  'ui/password/password-field.tsx',
  'ui/text-field.tsx',
  'features/two-factor/code-field.tsx',
]

/** The reasons why a form in `UNGUARDED` cannot lose anything. */
const FINDS = 'finds something'
const FILTERS = 'filters a list, at once'
const AT_ONCE = 'applies at once'
const CHOOSES = 'chooses what a button beside it does'
const TRIES = 'tries a connection, and stores nothing'
const LETS_IN = 'lets somebody in: a password, a code or an e-mail is not worth a question'
const UNGUARDED: Record<string, string> = {
  'app/shell/key-sheet.tsx': FINDS,
  'app/shell/palette.tsx': FINDS,
  'features/alarms/cure/requests-screen.tsx': FILTERS,
  'features/alarms/cure/sensitivity-dialog.tsx': CHOOSES,
  'features/alarms/cure/share-dialog.tsx': CHOOSES,
  'features/shared-alarm/shared-alarm-page.tsx': AT_ONCE,
  'features/alarms/components/facts/label-section.tsx': AT_ONCE,
  'features/settings/quality-review-tab.tsx': AT_ONCE,
  'features/alarms/components/facts/notes-section.tsx': 'is kept as a draft (note-drafts.ts)',
  'features/alarms/components/filters/filter-panel.tsx': FILTERS,
  'features/alarms/components/filters/place-filter.tsx': FILTERS,
  'features/alarms/components/filters/place-finder.tsx': FILTERS,
  'features/alarms/components/filters/window-select.tsx': FILTERS,
  'features/alarms/components/player/adjust-menu.tsx': AT_ONCE,
  'features/alarms/components/player/player-bar.tsx': AT_ONCE,
  'features/audit/audit-filters.tsx': FILTERS,
  'features/audit/company-picker.tsx': FILTERS,
  'features/clients/components/arming/arming-mail.tsx': AT_ONCE,
  'features/clients/components/camera/products.tsx': AT_ONCE,
  'features/clients/components/camera/connect.tsx': AT_ONCE,
  'features/clients/components/camera/setup-guide.tsx': AT_ONCE,
  'features/clients/components/camera/tampering.tsx': AT_ONCE,
  'features/clients/components/site/deliveries.tsx': FILTERS,
  'features/clients/components/site/template-preview.tsx': FILTERS,
  'features/clients/components/site/mail-login.tsx': AT_ONCE,
  'features/clients/components/tree/rename-input.tsx':
    'is given up with Escape and by leaving it, as specified · TREE-007',
  'features/clients/components/tree/filter-menu.tsx': FILTERS,
  'features/clients/components/tree/tree-search.tsx': FINDS,
  'features/clients/components/cameras/camera-item.tsx': 'chooses rows',
  'features/clients/components/cameras/camera-tools.tsx': FILTERS,
  'features/clients/components/camera/device-hosts.tsx': TRIES,
  'features/clients/components/device-tests/address-fields.tsx': TRIES,
  'features/clients/components/device-tests/camera-tests.tsx': TRIES,
  'features/clients/components/device-tests/device-tests.tsx': TRIES,
  'features/clients/components/device-tests/http-fields.tsx': TRIES,
  'features/clients/components/device-tests/mail-tests.tsx': TRIES,
  'features/clients/components/groups/assign-dialog.tsx': CHOOSES,
  'features/clients/components/groups/group-list.tsx': 'searches',
  'features/clients/components/masks/copy-dialog.tsx': CHOOSES,
  'features/clients/components/masks/mask-history-overlay.tsx': FILTERS,
  'features/clients/components/bulk/move-form.tsx': CHOOSES,
  'features/clients/components/rules/use-rule-columns.tsx': AT_ONCE,
  'features/clients/components/bulk/product-form.tsx': CHOOSES,
  'features/companies/login-as-dialog.tsx': FINDS,
  'features/digital-watchdog/add-server.tsx': TRIES,
  'features/digital-watchdog/camera-field.tsx': 'is kept as a draft (use-camera-drafts.ts)',
  'features/digital-watchdog/cameras-section.tsx': FILTERS,
  'features/exacq/recorder-form.tsx': TRIES,
  'features/milestone/add-event-type.tsx': CHOOSES,
  'features/milestone/system-form.tsx': TRIES,
  'features/investigate/area-field.tsx': CHOOSES,
  'features/investigate/colours.tsx': FILTERS,
  'features/investigate/filters.tsx': FILTERS,
  'features/response-times/response-times-page.tsx': FILTERS,
  'features/schedules/components/apply-schedule-form.tsx': CHOOSES,
  'features/schedules/components/delete-template-dialog.tsx': CHOOSES,
  'features/detectors/compare-panel.tsx': CHOOSES,
  'features/home/home-page.tsx': AT_ONCE,
  'features/home/ranking-panel.tsx': AT_ONCE,
  'features/home/series-panel.tsx': AT_ONCE,
  'features/login/accept-invitation-page.tsx': LETS_IN,
  'features/login/login-form.tsx': LETS_IN,
  'features/login/new-password-page.tsx': LETS_IN,
  'features/login/reset-password-page.tsx': LETS_IN,
  'features/settings/date-time-tab.tsx': AT_ONCE,
  'features/settings/language-tab.tsx': AT_ONCE,
  'features/settings/theme-tab.tsx': AT_ONCE,
  'features/captcha/captcha-form.tsx': LETS_IN,
  'features/watch-lists/plates-dialog.tsx': FINDS,
  'ui/use-file-drop.tsx': 'sends the file that is chosen, at once',
  'ui/list-screen/choice-filter.tsx': FILTERS,
  'ui/list-screen/column-chooser.tsx': AT_ONCE,
  'ui/list-screen/search-field.tsx': FINDS,
  'ui/list-screen/use-list-columns.tsx': 'chooses rows',
  'features/transfers/components/export-dialog.tsx': CHOOSES,
  'features/two-factor/verify-form.tsx': LETS_IN,
}

const SRC = join(import.meta.dirname, '..')
const sources = globSync('**/*.tsx', { cwd: SRC })
  .filter((file) => !file.endsWith('.test.tsx') && !file.includes('testing/'))
  .map((file) => ({ file, text: readFileSync(join(SRC, file), 'utf8') }))

/** The component that a file is named after. */
const componentOf = (file: string) =>
  basename(file, '.tsx').replaceAll(/(?:^|-)(\w)/g, (_all, letter: string) => letter.toUpperCase())

const tags = [...FIELDS, ...PARTS.map(componentOf)]
const HAS_FIELD = new RegExp(`<(?:${tags.join('|')})(?:\\.\\w+)?[\\s/>]`)

/** Whether a file guards its input: with the hook of forms, with the hook of code entry, or directly with `useUnsavedChanges`. */
const isGuarded = ({ text }: { text: string }) =>
  /\b(?:useSchemaForm|useCodeEntry)[(<]/.test(text)
    ? !text.includes('isGuarded: false')
    : text.includes('useUnsavedChanges(')

describe('a form with a field', () => {
  const withField = sources.filter(({ file, text }) => !PARTS.includes(file) && HAS_FIELD.test(text))
  const guarded = withField.filter(isGuarded).map(({ file }) => file)

  test('is guarded, or is listed as unable to lose anything', () => {
    const others = withField.map(({ file }) => file).filter((file) => !guarded.includes(file))
    expect(others.toSorted()).toEqual(Object.keys(UNGUARDED).toSorted())
  })

  test('has a test in unsaved-forms.test.tsx if it is listed as guarded', () => {
    const proven = new Set(FORMS.map(({ file }) => file))
    const all = sources.filter(isGuarded).map(({ file }) => file)
    expect([...proven].toSorted()).toEqual(all.toSorted())
  })

  test('is in the list only while its file exists', () => {
    expect(PARTS.filter((part) => sources.every(({ file }) => file !== part))).toEqual([])
  })
})
