import type { TFunction } from 'i18next'
import type { DeviceGuide } from './device-guide.ts'

/** Devices that take the address with whatever path it has. */
const byAddress = (t: TFunction<'deviceGuides'>): readonly DeviceGuide[] => [
  {
    id: 'push-hikvision',
    way: 'push',
    title: t('push.title'),
    menu: 'Configuration → Network → Advanced Settings → HTTP Listening (Alarm Server)',
    steps: [
      { field: 'Destination IP or Host Name', value: '{pushHost}', copy: true },
      { field: 'URL', value: '{pushPath}', copy: true },
      { field: 'Port', value: '{pushPort}', copy: true },
      { field: 'Protocol Type', value: '{pushProtocol}' },
      { field: 'Test', value: t('value.test') },
      { field: `Event → (${t('field.eachEvent')}) → Linkage Method`, value: t('push.linkage') },
    ],
    commands: [],
    hint: t('push.hint'),
  },
  {
    id: 'push-axis',
    way: 'push',
    title: t('push.axis'),
    menu: 'System → Events → Recipients, then Rules',
    steps: [
      { field: 'Add a recipient → Type', value: '{pushProtocol}' },
      { field: 'URL', value: '{pushUrl}', copy: true },
      { field: 'Username, Password', value: t('push.leaveEmpty') },
      { field: 'Add a rule → Condition', value: t('axis.condition') },
      { field: 'Action', value: t('push.axisAction') },
      { field: 'Prebuffer / postbuffer', value: t('axis.buffer') },
      { field: 'Custom CGI parameters', value: 'message=Motion', copy: true },
    ],
    commands: [],
    hint: t('push.axisHint'),
  },
]

/** Devices whose alarm server is entered in parts. */
const byParts = (t: TFunction<'deviceGuides'>): readonly DeviceGuide[] => [
  {
    id: 'push-instar',
    way: 'push',
    title: 'INSTAR',
    menu: 'Alarm → Alarm Server',
    steps: [
      { field: 'Alarm server', value: t('value.on') },
      { field: 'Server address', value: '{pushHost}', copy: true },
      { field: 'Port', value: '{pushPort}', copy: true },
      { field: 'Path', value: '{pushPath}', copy: true },
      { field: 'SSL / HTTPS', value: '{pushProtocol}' },
      { field: 'Authentication', value: t('value.off') },
      { field: 'Add trigger (active)', value: t('value.on') },
    ],
    commands: [],
    hint: t('push.instarHint'),
  },
  {
    id: 'push-uniview',
    way: 'push',
    title: 'Uniview',
    menu: 'Setup → Network → Platform → Alarm Service (HTTP)',
    steps: [
      { field: 'Server address', value: '{pushHost}', copy: true },
      { field: 'Server port', value: '{pushPort}', copy: true },
      { field: 'Path (URL)', value: '{pushPath}', copy: true },
      { field: `Events → (${t('field.eachEvent')}) → Trigger Actions`, value: t('push.univiewEvents') },
    ],
    commands: [],
    hint: t('push.univiewHint'),
  },
]

/** The guides for devices that push their events by HTTP. Names in a maker's menu stay in English. */
export const pushGuides = (t: TFunction<'deviceGuides'>): readonly DeviceGuide[] => [...byAddress(t), ...byParts(t)]
