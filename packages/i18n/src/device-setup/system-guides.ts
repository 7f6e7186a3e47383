import type { TFunction } from 'i18next'
import type { DeviceGuide, GuideStep } from './device-guide.ts'
import { choose, copy } from './steps.ts'

/** The mail server, the login and the addresses, for devices whose menu is not known. */
export const mailServerSteps = (t: TFunction<'deviceGuides'>): GuideStep[] => [
  copy(t('email.server'), '{host}'),
  copy(t('email.port'), '{port}'),
  choose(t('email.encryption'), t('email.startTls'), 'tls'),
  choose(t('email.encryption'), t('value.none'), 'no-tls'),
  choose(t('email.authentication'), t('value.on'), 'auth'),
  copy(t('email.user'), '{user}', 'auth'),
  choose(t('email.password'), t('value.password'), 'auth'),
  choose(t('email.authentication'), t('value.off'), 'no-auth'),
  copy(t('email.sender'), '{sender}'),
  copy(t('email.recipient'), '{address}'),
]

/** The set-up guides for systems that mail the alarms of their cameras. */
export const systemGuides = (t: TFunction<'deviceGuides'>): DeviceGuide[] => [
  {
    id: 'immix',
    title: t('immix.title'),
    menu: null,
    steps: [
      ...mailServerSteps(t),
      choose(t('immix.input'), t('immix.inputValue')),
      choose(t('immix.format'), t('immix.formatValue')),
      choose(t('email.attachment'), t('immix.attachment')),
    ],
    commands: [],
    hint: t('immix.hint'),
  },
  ...(['sentinel', 'rialto'] as const).map((id): DeviceGuide => ({
    id,
    title: t(`${id}.title`),
    menu: null,
    steps: [...mailServerSteps(t), choose(t('email.attachment'), t('email.attachmentValue'))],
    commands: [],
    hint: t('system.hint', { system: id === 'sentinel' ? 'Sentinel' : 'Rialto' }),
  })),
  {
    id: 'exacq',
    title: t('exacq.title'),
    menu: 'Configuration → Notifications → E-mail Servers, E-mail Message Profiles',
    steps: [
      ...mailServerSteps(t),
      // The tags in braces are those of the recorder, which fills them.
      copy('Subject', 'exacqVision: {source}'),
      copy('Message', 'Event type: Motion\nCamera: {source}\nTime: {date format=%Y-%m-%d %H:%M:%S}'),
      choose('Attach Preview', t('value.tick')),
      choose('Send Rate Limit', '0'),
      choose('Event Linking', t('exacq.linking')),
    ],
    commands: [],
    hint: t('exacq.hint'),
  },
]
