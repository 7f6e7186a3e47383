import type { TFunction } from 'i18next'
import type { DeviceGuide, GuideStep } from './device-guide.ts'
import { ftpGuides } from './ftp-guides.ts'

/** A field whose value the user copies from the page. */
const copy = (field: string, value: string, when?: GuideStep['when']): GuideStep =>
  when ? { field, value, copy: true, when } : { field, value, copy: true }

/** A field whose value the user selects in the device. */
const choose = (field: string, value: string, when?: GuideStep['when']): GuideStep =>
  when ? { field, value, when } : { field, value }

/**
 * The set-up guides for all kinds of devices. Names in a manufacturer's menu stay in English, as in its manual. Menus differ between
 * firmware versions, but the names of the fields rarely do.
 */
export const deviceGuides = (t: TFunction<'deviceGuides'>): readonly DeviceGuide[] => [
  {
    id: 'hikvision',
    title: t('hikvision.title'),
    menu: 'Configuration → Network → Advanced Settings → Email',
    steps: [
      copy('Sender', 'Winnow'),
      copy("Sender's Address", '{sender}'),
      copy('SMTP Server', '{host}'),
      copy('SMTP Port', '{port}'),
      choose('E-mail Encryption', t('hikvision.tls'), 'tls'),
      choose('E-mail Encryption', 'None', 'no-tls'),
      choose('Authentication', t('value.tick'), 'auth'),
      copy('User Name', '{user}', 'auth'),
      choose('Password', t('value.password'), 'auth'),
      choose('Authentication', t('value.leaveOff'), 'no-auth'),
      choose('Attached Image', t('hikvision.attached')),
      copy('Receiver’s Address', '{address}'),
      choose('Test', t('value.test')),
      choose(`Event → (${t('field.eachEvent')}) → Linkage Method`, t('hikvision.linkage')),
    ],
    commands: [],
    hint: t('hikvision.hint'),
  },
  {
    id: 'dahua',
    title: t('dahua.title'),
    menu: 'Setting → Network → SMTP (Email)',
    steps: [
      copy('SMTP Server', '{host}'),
      copy('Port', '{port}'),
      choose('Anonymous', t('value.tick'), 'no-auth'),
      choose('Anonymous', t('value.leaveOff'), 'auth'),
      copy('Username', '{user}', 'auth'),
      choose('Password', t('value.password'), 'auth'),
      copy('Sender', '{sender}'),
      choose('Authentication / Encrypt Type', 'TLS', 'tls'),
      choose('Authentication / Encrypt Type', 'None', 'no-tls'),
      copy('Title (Subject)', 'Alarm'),
      choose('Attachment', t('dahua.attachment')),
      copy('Mail Receiver', '{address}'),
      choose('Interval', '0 s'),
      choose('Health Mail', t('dahua.health')),
      choose('Test', t('value.test')),
      choose(`Event → (${t('field.eachEvent')})`, t('dahua.events')),
    ],
    commands: [],
    hint: t('dahua.hint'),
  },
  {
    id: 'axis',
    title: 'Axis',
    menu: 'System → Events → Recipients, then Rules',
    steps: [
      choose('Add a recipient → Type', 'Email'),
      copy('Send email to', '{address}'),
      copy('Send email from', '{sender}'),
      copy('Email server (SMTP)', '{host}'),
      copy('Port', '{port}'),
      choose('Encryption', 'STARTTLS', 'tls'),
      choose('Encryption', 'None', 'no-tls'),
      copy('Username', '{user}', 'auth'),
      choose('Password', t('value.password'), 'auth'),
      choose('Test', t('value.test')),
      choose('Add a rule → Condition', t('axis.condition')),
      choose('Action', t('axis.action')),
      choose('Prebuffer / postbuffer', t('axis.buffer')),
      copy('Subject', 'Motion detected on Camera'),
      choose('Wait between actions', '00:00:05'),
    ],
    commands: [],
    hint: t('axis.hint'),
  },
  {
    id: 'reolink',
    title: 'Reolink',
    menu: 'Settings → Surveillance → Email',
    steps: [
      choose('Mail server', 'Other'),
      copy('SMTP Server', '{host}'),
      copy('SMTP Port', '{port}'),
      choose('SSL or TLS', t('value.on'), 'tls'),
      choose('SSL or TLS', t('value.off'), 'no-tls'),
      copy('Sender Address', '{sender}'),
      choose('Password', t('value.password'), 'auth'),
      choose('Password', t('reolink.anyPassword'), 'no-auth'),
      copy('Recipient Address 1', '{address}'),
      choose('Email Content', 'Text with picture'),
      choose('Interval', t('reolink.interval')),
      choose('Test', t('value.test')),
      choose('Schedule', t('reolink.schedule')),
    ],
    commands: [],
    hint: t('reolink.hint'),
  },
  {
    id: 'hanwha',
    title: 'Hanwha Vision (Wisenet)',
    menu: 'Setup → Event → FTP / E-mail',
    steps: [
      copy('E-mail server address', '{host}'),
      copy('Port', '{port}'),
      choose('Use authentication', t('value.on'), 'auth'),
      copy('ID', '{user}', 'auth'),
      choose('Password', t('value.password'), 'auth'),
      choose('Use authentication', t('value.off'), 'no-auth'),
      choose('Use SSL', t('hanwha.ssl'), 'tls'),
      choose('Use SSL', t('value.off'), 'no-tls'),
      copy('Recipient', '{address}'),
      copy('Sender', '{sender}'),
      copy('Subject', 'Alarm'),
      choose('Test', t('value.test')),
      choose(`Event setup → (${t('field.eachEvent')})`, t('hanwha.events')),
    ],
    commands: [],
    hint: t('hanwha.hint'),
  },
  {
    id: 'uniview',
    title: 'Uniview',
    menu: 'Setup → Network → E-mail',
    steps: [
      copy('Sender', 'Winnow'),
      copy('Address', '{sender}'),
      copy('SMTP Server', '{host}'),
      copy('SMTP Port', '{port}'),
      choose('TLS/SSL', t('value.on'), 'tls'),
      choose('TLS/SSL', t('value.off'), 'no-tls'),
      choose('Server Authentication', t('value.on'), 'auth'),
      copy('Username', '{user}', 'auth'),
      choose('Password', t('value.password'), 'auth'),
      choose('Server Authentication', t('value.off'), 'no-auth'),
      choose('Attach Image', t('uniview.attached')),
      copy('Recipient', '{address}'),
      choose('Test', t('value.test')),
      choose(`Events → (${t('field.eachEvent')}) → Trigger Actions`, t('hanwha.events')),
    ],
    commands: [],
    hint: t('uniview.hint'),
  },
  {
    id: 'email',
    title: t('email.title'),
    menu: null,
    steps: [
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
      choose(t('email.attachment'), t('email.attachmentValue')),
      choose(t('email.interval'), t('email.intervalValue')),
      choose(t('field.test'), t('value.test')),
    ],
    commands: [],
    hint: t('email.hint'),
  },
  ...ftpGuides(t),
  {
    id: 'http',
    way: 'http',
    title: t('http.title'),
    menu: null,
    steps: [
      copy(t('http.address'), '{httpUrl}'),
      choose(t('http.method'), 'POST'),
      choose(t('http.authorization'), t('http.authorizationValue')),
      choose(t('http.idempotency'), t('http.idempotencyValue')),
    ],
    commands: [
      {
        title: t('http.pictures'),
        command:
          'curl -H "Authorization: Bearer $WINNOW_TOKEN" -H "Idempotency-Key: $(uuidgen)" -F event=motion -F image=@1.jpg -F image=@2.jpg -F image=@3.jpg \'{httpUrl}\'',
      },
      {
        title: t('http.clip'),
        command: 'curl -H "Authorization: Bearer $WINNOW_TOKEN" -F event=motion -F clip=@alarm.mp4 \'{httpUrl}\'',
      },
      {
        title: t('http.picture'),
        command:
          'curl -H "Authorization: Bearer $WINNOW_TOKEN" -H "Content-Type: image/jpeg" --data-binary @1.jpg \'{httpUrl}\'',
      },
      {
        title: t('http.json'),
        command:
          // The data goes through a pipe, because a picture is longer than the maximum length of an argument. `tr` removes the line breaks,
          // because the versions of base64 have no common option for that.
          'printf \'{"event":"motion","media":[{"data":"%s","offsetMs":0},{"data":"%s","offsetMs":500}]}\' "$(base64 < 1.jpg | tr -d \'\\n\')" "$(base64 < 2.jpg | tr -d \'\\n\')" | curl -H "Authorization: Bearer $WINNOW_TOKEN" -H "Content-Type: application/json" --data-binary @- \'{httpUrl}\'',
      },
    ],
    hint: t('http.hint'),
  },
]
